/** What a question asks of the ledger, and what is told and kept of its answer. */
import { amounts, type Decision, type Json, type Loss, type Request } from '../ledger/index.ts';
import {
  applyAfterwards,
  type CheckedPlan,
  check,
  type Price,
  type PriceStep,
  priceOf,
  type ToldValue,
} from '../plan/index.ts';
import { fingerprint, type Policy } from '../source/index.ts';
import { lower, presumedCatalogue, shown } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Deployment } from './deployment.ts';
import type { Question } from './question.ts';
import { type AnswerRow, expectedErrors } from './telling.ts';

export interface Amounts {
  readonly epsilon: number;
  readonly delta: number;
}

export interface Answered {
  readonly rows: readonly AnswerRow[];
  readonly charged: Amounts;
  readonly inner: Amounts;
  readonly remaining: Amounts;
  readonly sample: null;
  readonly recorded: boolean;
  readonly entry: number;
  readonly head: string;
  readonly derivation: Derivation;
}

/** How the charge came about: each operator's price, and the policy that it was computed under. */
export interface Derivation {
  readonly policy: string;
  readonly steps: readonly PriceStep[];
}

export interface Explained {
  readonly charged: Amounts;
  readonly inner: Amounts;
  readonly steps: readonly (PriceStep & { readonly delta: number })[];
  readonly error: { readonly noise: Readonly<Record<string, number>>; readonly sampling: null };
  readonly sql: string;
}

export const requestOf = (question: Question, checked: CheckedPlan, { policy }: Deployment): Request => ({
  analyst: question.analyst,
  question: {
    plan: question.plan as unknown as Json,
    epsilon: question.epsilon,
    delta: question.delta,
    inner: null,
    sample: null,
    sourceVersion: policy.source.version ?? null,
  },
  tables: [checked.table],
  fresh: question.fresh,
  idempotencyKey: question.idempotencyKey,
});

/** Shares add up to what was given, and no operator of this part charges more: the charge is epsilon itself. */
export function decide({ epsilon, delta }: Question, { cost }: Price): Decision {
  const replace = amounts.rounded(cost.replace, 18, 'up');
  return {
    charge: { epsilon, delta },
    nodes: new Map([['base', { epsilon, replace, delta, replaceDelta: amounts.plus(delta, delta) }]]),
    detail: { epsilon: amounts.text(epsilon), delta: amounts.text(delta) },
  };
}

/** What is kept of an answer: rows in the order that was asked for, and their derivation. */
export function recordOf(checked: CheckedPlan, rows: readonly AnswerRow[], { steps }: Price, on: Deployment): Json {
  const told = applyAfterwards(rows, checked.afterwards, read);
  return { rows: told, derivation: { policy: fingerprint(on.policy), steps } } as unknown as Json;
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
  { aggregates }: CheckedPlan,
  kind: 'new' | 'resumed' | 'recorded',
): Answered {
  const { rows, derivation } = record as unknown as Pick<Answered, 'rows' | 'derivation'>;
  const paid = told(charged, 'up');
  // the ledger keeps names in alphabetical order; answers show them as they were asked for
  const inOrder = ({ key, values }: AnswerRow): AnswerRow => ({
    key,
    values: Object.fromEntries(aggregates.map(({ name }) => [name, values[name]])),
  });
  return {
    rows: rows.map(inOrder),
    charged: kind === 'new' ? paid : { epsilon: 0, delta: 0 },
    inner: paid,
    remaining: told(remaining, 'down'),
    sample: null,
    recorded: kind === 'recorded',
    entry,
    head,
    derivation,
  };
}

const told = ({ epsilon, delta }: Loss, direction: 'up' | 'down'): Amounts => ({
  epsilon: amounts.number(epsilon, direction),
  delta: amounts.number(delta, direction),
});

/** Everything that is known before any row is read. */
export function explained(question: Question, policy: Policy): Explained {
  const checked = check(question.plan, policy);
  const delta = amounts.number(question.delta, 'down');
  const price = priceOf(checked, { epsilon: question.epsilon, delta });
  const dialect = policy.source.engine === 'postgres' ? 'postgres' : 'duckdb';
  const queries = lower(checked, { dialect, catalogue: presumedCatalogue(checked), key: '0'.repeat(64) });
  const paid = told(question, 'up');
  return {
    charged: paid,
    inner: paid,
    steps: price.steps.map(step => ({ ...step, delta })),
    error: { noise: expectedErrors(checked, price.mechanisms), sampling: null },
    sql: queries.map(shown).join(';\n'),
  };
}
