/** Samples and splits that are made before a question asks them: on their own, or because they reserve what they may spend. */
import { capCharge, type Spending } from '../accounting/index.ts';
import { amounts, type Created, type Creation, type State } from '../ledger/index.ts';
import { type CheckedPlan, check, drawsOf, type SampleScheme, unscaledCost } from '../plan/index.ts';
import type { Cap } from '../query/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';
import { lineageWith, paymentOf } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { announceVersion, candidatesFor, eraseUnused, type PlacedDraw, type Present, placedDraws } from './draws.ts';
import { numberOfUnits } from './public-size.ts';
import type { Question } from './question.ts';
import { type Amounts, toldLoss } from './receipt.ts';

/** From the base outwards, for a sample inside a capped one is paid from that cap. */
export async function makeCapped(
  { caps, analyst }: Question,
  checked: CheckedPlan,
  on: Deployment,
  present: Present,
): Promise<void> {
  for (const [place, cap] of caps.entries())
    if (cap !== undefined) await makeDraw({ checked, place, cap, analyst }, on, present);
}

interface Making {
  readonly checked: CheckedPlan;
  /** Which of the plan's draws is made. */
  readonly place: number;
  readonly cap: Cap | null;
  readonly analyst: string;
}

/** Of all who make the same, the first one draws. */
async function makeDraw(
  { checked, place, cap, analyst }: Making,
  { ledger }: Deployment,
  present: Present,
): Promise<Created> {
  const draws = drawsOf(checked).slice(0, place + 1);
  const candidates = candidatesFor(draws, ledger.state(), ledger.keys, present);
  const reserved = cap === null ? null : capOf(cap, checked.relation);
  try {
    return await ledger.createSample({ analyst, tables: [checked.table] }, state => {
      const placed = placedDraws(draws, state, candidates, present);
      return creationOf(checked, placed, reserved, state, present);
    });
  } finally {
    await eraseUnused(candidates, ledger);
  }
}

/** A sample that is made on its own, of a whole table. */
export interface NewSample {
  readonly name: string;
  readonly table: string;
  readonly scheme: SampleScheme;
  readonly cap?: Cap | null;
}

/** A sample that is kept, what making it cost, and the receipt. */
export interface CreatedSample {
  readonly name: string;
  readonly scheme: string;
  /** It was made before in the same way. */
  readonly existed: boolean;
  readonly charged: Amounts;
  readonly remaining: Amounts;
  readonly entry: number;
  readonly head: string;
}

export async function createSample(sample: NewSample, analyst: string, on: Deployment): Promise<CreatedSample> {
  const { name, table, scheme, cap = null } = sample;
  const checked = check(numberOfUnits({ kind: 'sample', input: { kind: 'scan', table }, scheme, name }), on.policy);
  const present = await on.present();
  await announceVersion(on, present);
  await on.ledger.budget(); // another process may have retired the name since we looked
  const making = { checked, place: 0, cap, analyst };
  const { existed, charged, remaining, entry, head } = await makeDraw(making, on, present);
  return {
    name,
    scheme: scheme.kind,
    existed,
    charged: toldLoss(charged, 'up'),
    remaining: toldLoss(remaining, 'down'),
    entry,
    head,
  };
}

function creationOf(
  checked: CheckedPlan,
  placed: readonly PlacedDraw[],
  cap: Spending | null,
  state: State,
  { states }: Present,
): Creation {
  const made = placed[placed.length - 1];
  const below = placed.slice(0, -1).flatMap(({ creates }) => creates ?? []);
  const sample = made.creates ?? state.samples.get(made.draw.name ?? '');
  if (sample === undefined) return refuse('sample_unknown', NO_NAME);
  if (cap === null) return { sample: { ...sample, cap }, below, charge: nothing, nodes: new Map() };
  const lineage = lineageWith(checked, placed, state, states);
  const steps = lineage.steps.slice(0, lineage.steps.findIndex(step => 'node' in step && step.node === made.node) + 1);
  const increments = capCharge({ ...lineage, steps }, state.nodes, cap);
  return { sample: { ...sample, cap }, below, ...paymentOf(increments, lineage) };
}

const nothing = { epsilon: amounts.none, delta: amounts.none };

const NO_NAME = 'Only a draw with a name is kept, and can reserve what it may spend: give it a name.';

const capOf = ({ epsilon, delta }: Cap, relation: Relation): Spending =>
  unscaledCost({ epsilon: amounts.written(epsilon), delta: amounts.written(delta) }, relation);
