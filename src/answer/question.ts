/** A question as it is put: a plan, what it may spend, and who asks. */
import { type Amount, amounts } from '../ledger/index.ts';
import type { Plan } from '../plan/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** How a question is asked. Amounts are the decimals that were meant: 0.1 three times is 0.3. */
export interface AskOptions {
  /** The most that the protected data may be charged. */
  readonly epsilon: number | string;
  readonly delta?: number | string;
  /** Pays for new noise instead of repeating the recorded answer. */
  readonly fresh?: boolean;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Question {
  readonly plan: Plan;
  readonly epsilon: Amount;
  readonly delta: Amount;
  readonly analyst: string;
  readonly fresh: boolean;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal | undefined;
}

export function questionOf(plan: Plan, options: AskOptions, analyst: string): Question {
  return {
    plan,
    epsilon: positive(short(options.epsilon)),
    delta: amounts.written(short(options.delta ?? 0)),
    analyst: text(analyst, 'The name of an analyst'),
    fresh: options.fresh ?? false,
    idempotencyKey: options.idempotencyKey === undefined ? null : text(options.idempotencyKey, 'An idempotency key'),
    signal: options.signal,
  };
}

/** Checked here although the compiler knows: what enters the ledger can never be taken out of it. */
function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  return refuse('type_mismatch', `${what} is a text.`);
}

/** Amounts are exact, so a few characters could name a number of a billion digits. */
function short(amount: number | string): number | string {
  const [, exponent = '0'] = /e([+-]?\d+)$/i.exec(`${amount}`) ?? [];
  if (`${amount}`.length <= 60 && Math.abs(Number(exponent)) <= 400) return amount;
  return refuse('value_out_of_range', 'An amount has at most 60 characters and an exponent within 400.');
}

/** Below it an answer is noise of astronomical size, whose variance would not even be a number. */
const leastEpsilon = amounts.written('1e-18');

function positive(epsilon: number | string): Amount {
  const amount = amounts.written(epsilon);
  if (amounts.fits(leastEpsilon, amount)) return amount;
  return refuse('value_out_of_range', `Epsilon must be above 0, and at least 1e-18; it is ${epsilon}.`);
}
