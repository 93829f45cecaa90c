/** What a question asks of the ledger, and what is released and kept of its answer. */
import { amounts, type CountedLoss, counts, losses } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';
import type { Decision, Recorded, ReservationRequest } from '../ledger/index.ts';
import type { PricedMechanism } from '../plan/costs/index.ts';
import {
  applyPostProcessing,
  type CheckedPlan,
  type Plan,
  type ReleasedScalar,
  shownIn,
  tablesRead,
} from '../plan/index.ts';
import type { SharingRules } from '../plan/operators/index.ts';
import { fingerprint, type Policy } from '../source/index.ts';
import { type CountedOf, invariant, type PrintedLoss } from '../vocabulary/index.ts';
import type { Decided } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import type { KeptDraw, PlacedDraw, Present } from './draws.ts';
import type { Question } from './question.ts';
import type { AnswerRow, ReleasedValue } from './releaser.ts';
import { type AskedSample, sampleOf } from './sample.ts';
import { type CheckedWorkload, sharesTogether } from './workload.ts';

/** An answer: its rows, what it was charged and what is left, and the receipt of its entry in the ledger. */
export interface Answered<Row = AnswerRow> extends Charged {
  readonly rows: readonly Row[];
  readonly sample: AskedSample | null;
  readonly derivation: ChargeDerivation & { readonly plan: Plan };
}

/** Questions that were asked together, in their order. */
export interface AnsweredTogether<Answers = readonly { readonly rows: readonly AnswerRow[] }[]> extends Charged {
  readonly answers: Answers;
  readonly sample: AskedSample | null;
  readonly derivation: ChargeDerivation & { readonly plans: readonly Plan[] };
}

interface Charged {
  /** What the protected data were charged. */
  readonly charged: PrintedLoss;
  /** What was spent in the table that was asked: more than the charge where a sample amplifies it. */
  readonly inner: PrintedLoss;
  readonly remaining: PrintedLoss;
  readonly recorded: boolean;
  readonly entry: number;
  readonly head: string;
}

/** How the charge was computed: the question, the policy, and the price of each operator with its theorem. */
export interface ChargeDerivation {
  readonly policy: string;
  readonly steps: readonly DerivationStep[];
}

/** What was priced and must be applied. */
export interface Priced {
  readonly inner: CountedLoss;
  /** What was paid for, divided among the mechanisms of each question. */
  readonly mechanisms: readonly (readonly PricedMechanism[])[];
  readonly draws: readonly KeptDraw[];
  readonly steps: readonly DerivationStep[];
  readonly rules: SharingRules;
}

/** The same as the ledger keeps it with the charge, so that a resumed question does the same. */
interface Detail extends Pick<Priced, 'draws' | 'steps'>, Partial<SharingRules> {
  readonly inner: CountedOf<string>;
  /** The state of the protected table alone. */
  readonly base: string;
}

/** `sizeMatters`: the charge rests on a public number of units, which is that of one state. */
export const requestOf = (
  question: Question,
  { plans, whole }: CheckedWorkload,
  draws: readonly PlacedDraw[],
  { states, version }: Present,
  sizeMatters: boolean,
): ReservationRequest => ({
  analyst: question.analyst,
  question: {
    plan: planOf(question.plans),
    limit: question.limit,
    rho: question.rho ?? undefined,
    inner: question.inner,
    sample: drawnIn(draws),
    sourceVersion: version,
    state: states.nameOf(plans.flatMap(tablesRead)),
  },
  tables: whole.tables,
  fresh: question.fresh,
  idempotencyKey: question.idempotencyKey,
  anyState: !sizeMatters && (states.live || draws.every(({ draw, fresh }) => fresh || draw.acrossStates)),
});

/** One question is its plan; several are a list. */
const planOf = (plans: readonly Plan[]): Json => (plans.length === 1 ? plans[0] : plans) as unknown as Json;

/** Which draws the question is about: a name that was retired and drawn anew makes another question. */
function drawnIn(draws: readonly PlacedDraw[]): string | null {
  const kept = draws.filter(({ fresh }) => !fresh).map(({ identity }) => identity);
  return kept.length === 0 ? null : JSON.stringify(kept);
}

export function pricedBy(workload: CheckedWorkload, { inner, increments, draws }: Decided): Priced {
  const mechanisms = sharesTogether(workload, inner);
  return {
    inner,
    rules: workload.rules,
    mechanisms,
    draws: draws.map(({ node, commitment, fresh, state }) => ({ node, commitment, fresh, state })),
    steps: derivationSteps(workload, increments, mechanisms),
  };
}

export function decisionOf({ inner, draws, steps, rules }: Priced, decided: Decided): Decision {
  const detail: Detail = { inner: counts.text(inner), draws, steps, base: decided.base, ...rules };
  return {
    ...decided.payment,
    creates: decided.draws.flatMap(({ creates }) => creates ?? []),
    detail: detail as unknown as Json,
  };
}

/** From what the ledger keeps of an earlier attempt. */
export function pricedIn(kept: Json, workload: CheckedWorkload): Priced {
  const { inner: written, draws, steps } = kept as unknown as Detail;
  const inner = counts.written(written);
  return { inner, mechanisms: sharesTogether(workload, inner), draws, steps, rules: workload.rules };
}

/** A rule is absent where it was written before there was more than one. */
export function rulesIn(kept: Json): SharingRules {
  const { means = 'centred', quantiles = 'apart' } = kept as unknown as Detail;
  return { means, quantiles };
}

/** What is kept of answers. */
export interface Kept {
  readonly answers: readonly (readonly AnswerRow[])[];
  readonly inner: CountedLoss;
  readonly derivation: ChargeDerivation;
}

/** Rows in the order that was asked for, and their derivation. */
export function keptOf(
  { plans }: CheckedWorkload,
  released: readonly (readonly AnswerRow[])[],
  { inner, steps }: Priced,
  policy: Policy,
): Kept {
  const answers = plans.map((checked, i) => {
    const shown = shownIn(checked);
    return applyPostProcessing(released[i], checked.postProcessing, read).map(({ key, values }) => ({
      key,
      values: Object.fromEntries(shown.map(name => [name, values[name]])),
    }));
  });
  return { answers, inner, derivation: { policy: fingerprint(policy), steps } };
}

/** As the ledger records it. */
export const recordOf = ({ inner, ...kept }: Kept): Json => ({ ...kept, inner: counts.text(inner) }) as unknown as Json;

/** Before there were samples, a record was of one question, and what was charged was what was spent. */
export function keptIn({ answer, charged }: Pick<Recorded, 'answer' | 'charged'>): Kept {
  const { inner, derivation } = answer as unknown as Pick<Kept, 'derivation'> & { readonly inner?: Detail['inner'] };
  return { answers: rowsIn(answer), inner: inner === undefined ? charged : counts.written(inner), derivation };
}

function read({ key, values }: AnswerRow, name: string): ReleasedScalar {
  if (Object.hasOwn(key, name)) return key[name];
  const released = values[name];
  invariant('estimate' in released, 'having and order were checked to need single numbers');
  return released.estimate;
}

interface Settled {
  readonly charged: CountedLoss;
  readonly remaining: CountedLoss;
  readonly entry: number;
  readonly head: string;
}

/**
 * The answers as they are released, from what is kept of them. Charges are never shown too small, what is left never too large;
 * a recorded answer, and one whose question was paid for before a crash, cost nothing more.
 */
export function answersOf(
  { charged, remaining, entry, head }: Settled,
  { answers, inner, derivation }: Kept,
  { plans, whole }: CheckedWorkload,
  kind: 'new' | 'resumed' | 'recorded',
): AnsweredTogether {
  return {
    answers: answers.map((rows, i) => ({ rows: rows.map(row => inOrder(row, plans[i])) })),
    charged: counts.number(kind === 'new' ? charged : freeOf(remaining), 'up'),
    inner: counts.number(inner, 'up'),
    remaining: counts.number(remaining, 'down'),
    sample: sampleOf(whole),
    recorded: kind === 'recorded',
    entry,
    head,
    derivation: { plans: plans.map(({ plan }) => plan), ...derivation },
  };
}

/** Nothing, in what the budget counts. */
const freeOf = ({ rho }: CountedLoss): CountedLoss =>
  rho === undefined ? losses.none : { ...losses.none, rho: amounts.none };

/** One question alone. */
export function answerOf({ answers, derivation: { plans, ...derivation }, ...rest }: AnsweredTogether): Answered {
  const [{ rows }] = answers;
  return { rows, ...rest, derivation: { plan: plans[0], ...derivation } };
}

/** The rows of each question that a ledger's history tells; what is no answer has none. */
export function rowsIn(record: Json): readonly (readonly AnswerRow[])[] {
  const { answers, rows } = (record ?? {}) as { readonly [part in 'answers' | 'rows']?: Json };
  return (answers ?? (rows === undefined ? [] : [rows])) as unknown as readonly (readonly AnswerRow[])[];
}

/** The ledger keeps names in alphabetical order; answers show them as they were asked for, whether new or recorded. */
const inOrder = ({ key, values }: AnswerRow, checked: CheckedPlan): AnswerRow => ({
  key: Object.fromEntries(checked.grouping.keys.map(({ name }) => [name, key[name]])),
  values: Object.fromEntries(shownIn(checked).map(name => [name, releasedInOrder(values[name])])),
});

const MEMBERS = [
  'from',
  'to',
  'min',
  'max',
  'threshold',
  'estimate',
  'standardError',
  'interval95',
  'rankError95',
  'reason',
] as const;

function releasedInOrder(released: ReleasedValue): ReleasedValue {
  if ('bins' in released) return { bins: released.bins.map(membersInOrder) };
  return membersInOrder(released);
}

function membersInOrder<Value extends object>(value: Value): Value {
  const ordered: Partial<Value> = {};
  for (const name of MEMBERS) if (name in value) ordered[name as keyof Value] = value[name as keyof Value];
  return ordered as Value;
}
