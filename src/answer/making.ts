/** Samples and splits that are retired, or made before a question asks them: on their own, or because they reserve what they may spend. */
import { capCharge, type Increments, type Lineage, rootRho } from '../accounting/tree/index.ts';
import type { Spending } from '../amounts/index.ts';
import { type Amount, counts, losses } from '../amounts/index.ts';
import type { Created, Creation, State } from '../ledger/index.ts';
import { unscaledCost } from '../plan/costs/index.ts';
import { type CheckedPlan, check, drawsOf } from '../plan/index.ts';
import type { SampleScheme } from '../plan/operators/index.ts';
import { type PrintedLoss, type PrivacyLoss, type Relation, refuse } from '../vocabulary/index.ts';
import { refuseDrawn } from './concentrated.ts';
import { forgetCopies } from './copies.ts';
import { checkCovers, lineageWith, paymentOf } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { announceVersion, type PlacedDraw, type Present, prepareKeys, resolvedDraws } from './draws.ts';
import { numberOfUnits } from './public-size.ts';
import type { Question } from './question.ts';

/** From the base outwards, for a sample inside a capped one is paid from that cap. */
export async function makeCapped(
  { caps, rho, analyst }: Question,
  checked: CheckedPlan,
  on: Deployment,
  present: Present,
): Promise<void> {
  // what would be refused afterwards is refused before a cap is paid for
  if (rho !== null && caps.some(cap => cap !== undefined)) refuseDrawn();
  for (const [place, cap] of caps.entries()) if (cap !== undefined && cap !== null) checkCovers(checked, place);
  for (const [place, cap] of caps.entries())
    if (cap !== undefined) await makeDraw({ checked, place, cap, analyst }, on, present);
}

/** Protected tables that a draw is made of: what it reserves counts against the limits of these. */
const tablesOfDraw = (checked: CheckedPlan, place: number): readonly string[] =>
  checked.tables.filter(table => drawsOf(checked)[place].tables.includes(table));

interface Making {
  readonly checked: CheckedPlan;
  /** Which of the plan's draws is made. */
  readonly place: number;
  readonly cap: PrivacyLoss | null;
  readonly analyst: string;
}

/** Of all who make the same, the first one draws. */
async function makeDraw(
  { checked, place, cap, analyst }: Making,
  { ledger }: Deployment,
  present: Present,
): Promise<Created> {
  const draws = resolvedDraws(drawsOf(checked).slice(0, place + 1), present);
  const reserved = cap === null ? null : capOf(cap, checked.relation);
  try {
    await prepareKeys(draws, ledger);
    return await ledger.createSample({ analyst, tables: tablesOfDraw(checked, place) }, state =>
      creationOf(checked, draws.placed(state), reserved, state, present),
    );
  } finally {
    await draws.eraseUnused(ledger);
  }
}

/** A sample to create, of a whole table. */
export interface NewSample {
  readonly name: string;
  readonly table: string;
  readonly scheme: SampleScheme;
  readonly cap?: PrivacyLoss | null;
}

/** A named sample, what it cost to create, and the receipt. */
export interface CreatedSample {
  readonly name: string;
  readonly scheme: string;
  /** It was made before in the same way. */
  readonly existed: boolean;
  readonly charged: PrintedLoss;
  readonly remaining: PrintedLoss;
  readonly entry: number;
  readonly head: string;
}

export async function createSample(sample: NewSample, analyst: string, on: Deployment): Promise<CreatedSample> {
  const { name, table, scheme, cap = null } = sample;
  const checked = check(numberOfUnits({ kind: 'sample', input: { kind: 'scan', table }, scheme, name }), on.policy);
  const present = await on.present();
  await announceVersion(on, present);
  await on.ledger.current(); // another process may have retired the name since we looked
  const making = { checked, place: 0, cap, analyst };
  const { existed, charged, remaining, entry, head } = await makeDraw(making, on, present);
  return {
    name,
    scheme: scheme.kind,
    existed,
    charged: counts.number(charged, 'up'),
    remaining: counts.number(remaining, 'down'),
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
  if (cap === null) return { sample: { ...sample, cap }, below, charge: losses.none, nodes: new Map() };
  const lineage = lineageWith(checked, placed, state, states);
  const steps = lineage.steps.slice(0, lineage.steps.findIndex(step => 'node' in step && step.node === made.node) + 1);
  const increments = capCharge({ ...lineage, steps }, state.nodes, cap);
  return {
    sample: { ...sample, cap },
    below,
    ...paymentOf(increments, lineage, capRho({ ...lineage, steps }, state, increments)),
  };
}

/** A cap is paid for like one question that spends all of it. */
function capRho(
  { relation, steps }: Lineage,
  { policy, nodes }: State,
  { steps: charged }: Increments,
): Amount | undefined {
  if (policy.failing === undefined) return undefined;
  return rootRho({ relation, steps: steps.slice(0, -1) }, nodes, charged[charged.length - 1]);
}

const NO_NAME = 'Only a named sample is kept and can have a cap. Give it a name.';

const capOf = (cap: PrivacyLoss, relation: Relation): Spending => unscaledCost(losses.written(cap), relation);

/** The end of a sample. The chain first: whatever fails afterwards, the sample is not used any more, and retiring again erases what is left. */
export async function retireDraw(name: string, reason: string, { ledger, engine }: Deployment): Promise<void> {
  const { sample } = await ledger.retireSample(name, reason);
  const { commitment } = sample;
  if (commitment !== null) await ledger.keys.erase(commitment);
  await forgetCopies(sample, await engine());
}
