/** What a question asks of the ledger, and what is told and kept of its answer. */
import { amounts, type Decision, type Json, type Loss, type Request } from '../ledger/index.ts';
import {
  applyAfterwards,
  type CheckedPlan,
  type Plan,
  type PricedMechanism,
  type ToldValue,
  tablesRead,
} from '../plan/index.ts';
import { fingerprint, type Policy } from '../source/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Decided } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import type { KeptDraw, PlacedDraw, Present } from './draws.ts';
import type { Question } from './question.ts';
import { type Sample, sampleOf } from './sample.ts';
import type { AnswerRow, Told } from './telling.ts';
import { sharesTogether, type Workload } from './workload.ts';

/** An epsilon and a delta: a charge is never rounded down, what is left never up. */
export interface Amounts {
  readonly epsilon: number;
  readonly delta: number;
}

/** An answer: its rows, what it was charged and what is left, and the receipt of its entry in the ledger. */
export interface Answered extends Charged {
  readonly rows: readonly AnswerRow[];
  readonly sample: Sample | null;
  readonly derivation: Derivation & { readonly plan: Plan };
}

/** Questions that were asked together, in their order. */
export interface AnsweredTogether extends Charged {
  readonly answers: readonly { readonly rows: readonly AnswerRow[] }[];
  readonly sample: Sample | null;
  readonly derivation: Derivation & { readonly plans: readonly Plan[] };
}

interface Charged {
  /** What the protected data were charged. */
  readonly charged: Amounts;
  /** What was spent in the table that was asked: more than the charge where a sample amplifies it. */
  readonly inner: Amounts;
  readonly remaining: Amounts;
  readonly recorded: boolean;
  readonly entry: number;
  readonly head: string;
}

/** How the charge came about: what was asked, under which policy, and each operator's price with its theorem. */
export interface Derivation {
  readonly policy: string;
  readonly steps: readonly DerivationStep[];
}

/** What was priced and must be applied; the ledger keeps it with the charge, so that a resumed question does the same. */
export interface Detail {
  readonly inner: { readonly epsilon: string; readonly delta: string };
  readonly draws: readonly KeptDraw[];
  readonly steps: readonly DerivationStep[];
  /** The state of the protected table alone. */
  readonly base: string;
}

/** `sizeMatters`: the charge rests on a public number of units, which is that of one state. */
export const requestOf = (
  question: Question,
  { plans, whole }: Workload,
  draws: readonly PlacedDraw[],
  { states, version }: Present,
  sizeMatters: boolean,
): Request => ({
  analyst: question.analyst,
  question: {
    plan: planOf(question.plans),
    ...question.limit,
    inner: question.inner,
    sample: drawnIn(draws),
    sourceVersion: version,
    state: states.nameOf(plans.flatMap(tablesRead)),
  },
  tables: [whole.table],
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

export function decisionOf(workload: Workload, { inner, payment, increments, draws, base }: Decided): Decision {
  const detail: Detail = {
    inner: { epsilon: amounts.text(inner.epsilon), delta: amounts.text(inner.delta) },
    draws: draws.map(({ node, commitment, fresh, state }) => ({ node, commitment, fresh, state })),
    steps: derivationSteps(workload, increments, sharesTogether(workload, inner)),
    base,
  };
  return {
    ...payment,
    creates: draws.flatMap(({ creates }) => creates ?? []),
    detail: detail as unknown as Json,
  };
}

/** What was paid for, divided among the mechanisms of each question. */
export const mechanismsOf = (workload: Workload, { inner }: Detail): readonly (readonly PricedMechanism[])[] =>
  sharesTogether(workload, readLoss(inner));

const readLoss = ({ epsilon, delta }: Detail['inner']): Loss => ({
  epsilon: amounts.written(epsilon),
  delta: amounts.written(delta),
});

/** What is kept of answers. */
interface Kept {
  readonly answers: readonly (readonly AnswerRow[])[];
  readonly inner: Detail['inner'];
  readonly derivation: Derivation;
}

/** Rows in the order that was asked for, and their derivation. */
export function recordOf(
  { plans }: Workload,
  told: readonly (readonly AnswerRow[])[],
  detail: Detail,
  policy: Policy,
): Json {
  const { inner, steps } = detail;
  const answers = plans.map(({ afterwards }, i) => applyAfterwards(told[i], afterwards, read));
  const kept: Kept = { answers, inner, derivation: { policy: fingerprint(policy), steps } };
  return kept as unknown as Json;
}

function read({ key, values }: AnswerRow, name: string): ToldValue {
  if (Object.hasOwn(key, name)) return key[name];
  const told = values[name];
  invariant('estimate' in told, 'having and order were checked to need single numbers');
  return told.estimate;
}

interface Settled {
  readonly charged: Loss;
  readonly remaining: Loss;
  readonly entry: number;
  readonly head: string;
}

/**
 * The answers as they are told, from what the ledger keeps. Charges are never shown too small, what is left never too large;
 * a recorded answer, and one whose question was paid for before a crash, cost nothing more.
 */
export function answersOf(
  { charged, remaining, entry, head }: Settled,
  record: Json,
  { plans, whole }: Workload,
  kind: 'new' | 'resumed' | 'recorded',
): AnsweredTogether {
  const { answers, inner, derivation } = keptIn(record, charged);
  return {
    answers: answers.map((rows, i) => ({ rows: rows.map(row => inOrder(row, plans[i])) })),
    charged: kind === 'new' ? toldLoss(charged, 'up') : { epsilon: 0, delta: 0 },
    inner: toldLoss(readLoss(inner), 'up'),
    remaining: toldLoss(remaining, 'down'),
    sample: sampleOf(whole),
    recorded: kind === 'recorded',
    entry,
    head,
    derivation: { plans: plans.map(({ plan }) => plan), ...derivation },
  };
}

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

/** Before there were samples, a record was of one question, and what was charged was what was spent. */
function keptIn(record: Json, charged: Loss): Kept {
  const { inner, derivation } = record as unknown as Pick<Kept, 'derivation'> & Partial<Kept>;
  const spent = { epsilon: amounts.text(charged.epsilon), delta: amounts.text(charged.delta) };
  return { answers: rowsIn(record), inner: inner ?? spent, derivation };
}

/** The ledger keeps names in alphabetical order; answers show them as they were asked for, whether new or recorded. */
const inOrder = ({ key, values }: AnswerRow, { grouping, aggregates }: CheckedPlan): AnswerRow => ({
  key: Object.fromEntries(grouping.keys.map(({ name }) => [name, key[name]])),
  values: Object.fromEntries(aggregates.map(({ name }) => [name, toldInOrder(values[name])])),
});

const MEMBERS = ['from', 'to', 'estimate', 'standardError', 'interval95', 'rankError95', 'reason'] as const;

function toldInOrder(told: Told): Told {
  if ('bins' in told) return { bins: told.bins.map(membersInOrder) };
  return membersInOrder(told);
}

const membersInOrder = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    MEMBERS.filter(name => name in value).map(name => [name, value[name as keyof Value]]),
  ) as unknown as Value;

export const toldLoss = ({ epsilon, delta }: Loss, direction: 'up' | 'down'): Amounts => ({
  epsilon: amounts.number(epsilon, direction),
  delta: amounts.number(delta, direction),
});
