/** What a question asks of the ledger, and what is told and kept of its answer. */
import { amounts, type Decision, type Json, type Loss, type Request } from '../ledger/index.ts';
import {
  applyAfterwards,
  type CheckedPlan,
  type Plan,
  type PricedMechanism,
  sharesOf,
  type ToldValue,
} from '../plan/index.ts';
import { fingerprint, type Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Decided } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import type { KeptDraw, PlacedDraw } from './draws.ts';
import type { Question } from './question.ts';
import { type Sample, sampleOf } from './sample.ts';
import type { AnswerRow } from './telling.ts';

export interface Amounts {
  readonly epsilon: number;
  readonly delta: number;
}

export interface Answered {
  readonly rows: readonly AnswerRow[];
  /** What the protected data were charged. */
  readonly charged: Amounts;
  /** What was spent in the table that was asked: more than the charge where a sample amplifies it. */
  readonly inner: Amounts;
  readonly remaining: Amounts;
  readonly sample: Sample | null;
  readonly recorded: boolean;
  readonly entry: number;
  readonly head: string;
  readonly derivation: Derivation;
}

/** How the charge came about: what was asked, under which policy, and each operator's price with its theorem. */
export interface Derivation {
  readonly plan: Plan;
  readonly policy: string;
  readonly steps: readonly DerivationStep[];
}

/** What was priced and must be applied; the ledger keeps it with the charge, so that a resumed question does the same. */
export interface Detail {
  readonly inner: { readonly epsilon: string; readonly delta: string };
  readonly draws: readonly KeptDraw[];
  readonly steps: readonly DerivationStep[];
}

export const requestOf = (
  question: Question,
  checked: CheckedPlan,
  draws: readonly PlacedDraw[],
  policy: Policy,
): Request => ({
  analyst: question.analyst,
  question: {
    plan: question.plan as unknown as Json,
    ...question.limit,
    inner: question.inner,
    sample: nodesOf(draws),
    sourceVersion: policy.source.version ?? null,
  },
  tables: [checked.table],
  fresh: question.fresh,
  idempotencyKey: question.idempotencyKey,
});

/** Which draws the question is about: a name that was retired and drawn anew makes another question. */
function nodesOf(draws: readonly PlacedDraw[]): string | null {
  const kept = draws.filter(({ fresh }) => !fresh).map(({ node }) => node);
  return kept.length === 0 ? null : JSON.stringify(kept);
}

export function decisionOf(checked: CheckedPlan, { inner, charge, increments, draws }: Decided): Decision {
  const mechanisms = sharesOf(checked, sharable(inner));
  const detail: Detail = {
    inner: { epsilon: amounts.text(inner.epsilon), delta: amounts.text(inner.delta) },
    draws: draws.map(({ node, commitment, fresh }) => ({ node, commitment, fresh })),
    steps: derivationSteps(checked, increments, mechanisms),
  };
  const base = { spent: increments.root, passed: nothing };
  return {
    charge,
    nodes: new Map([['base', base], ...increments.nodes]),
    creates: draws.flatMap(({ creates }) => creates ?? []),
    detail: detail as unknown as Json,
  };
}

const sharable = ({ epsilon, delta }: Loss) => ({ epsilon, delta: amounts.number(delta, 'down') });

/** What was paid for, divided among the mechanisms. */
export const mechanismsOf = (checked: CheckedPlan, { inner }: Detail): readonly PricedMechanism[] =>
  sharesOf(checked, sharable(readLoss(inner)));

const readLoss = ({ epsilon, delta }: Detail['inner']): Loss => ({
  epsilon: amounts.written(epsilon),
  delta: amounts.written(delta),
});

const nothing = { epsilon: amounts.none, replace: amounts.none, delta: amounts.none, replaceDelta: amounts.none };

/** What is kept of an answer: rows in the order that was asked for, and their derivation. */
export function recordOf(checked: CheckedPlan, rows: readonly AnswerRow[], detail: Detail, policy: Policy): Json {
  const { inner, steps } = detail;
  const derivation: Derivation = { plan: checked.plan, policy: fingerprint(policy), steps };
  return { rows: applyAfterwards(rows, checked.afterwards, read), inner, derivation } as unknown as Json;
}

function read({ key, values }: AnswerRow, name: string): ToldValue {
  if (Object.hasOwn(key, name)) return key[name];
  const told = values[name];
  if (told !== undefined && 'estimate' in told) return told.estimate;
  return refuse('type_mismatch', `${name} is not a single number: having and order need one.`);
}

interface Settled {
  readonly charged: Loss;
  readonly remaining: Loss;
  readonly entry: number;
  readonly head: string;
}

/**
 * The answer as it is told, from what the ledger keeps. Charges are never shown too small, what is left never too large;
 * a recorded answer, and one whose question was paid for before a crash, cost nothing more.
 */
export function answerOf(
  { charged, remaining, entry, head }: Settled,
  record: Json,
  checked: CheckedPlan,
  kind: 'new' | 'resumed' | 'recorded',
): Answered {
  const { rows, inner, derivation } = record as unknown as Pick<Answered, 'rows' | 'derivation'> &
    Pick<Detail, 'inner'>;
  // the ledger keeps names in alphabetical order; answers show them as they were asked for
  const inOrder = ({ key, values }: AnswerRow): AnswerRow => ({
    key,
    values: Object.fromEntries(checked.aggregates.map(({ name }) => [name, values[name]])),
  });
  return {
    rows: rows.map(inOrder),
    charged: kind === 'new' ? toldLoss(charged, 'up') : { epsilon: 0, delta: 0 },
    inner: toldLoss(readLoss(inner), 'up'),
    remaining: toldLoss(remaining, 'down'),
    sample: sampleOf(checked),
    recorded: kind === 'recorded',
    entry,
    head,
    derivation,
  };
}

export const toldLoss = ({ epsilon, delta }: Loss, direction: 'up' | 'down'): Amounts => ({
  epsilon: amounts.number(epsilon, direction),
  delta: amounts.number(delta, direction),
});
