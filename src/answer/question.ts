/** A question as it is put: a plan, what it may spend, and who asks. */
import { type Amount, amounts, type ExactLoss, type LossLimit } from '../amounts/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Caps } from '../query/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Options of a question. Amounts are exact decimals: three times 0.1 is 0.3. */
export interface AskOptions {
  /** The most that the protected data may be charged. May be left out where `inner` says what is spent. */
  readonly epsilon?: number | string;
  readonly delta?: number | string;
  /** Instead of epsilon, under a concentrated budget: the concentrated privacy that may be charged. */
  readonly rho?: number | string;
  /** Fixes what is spent inside a sample or part; the charge follows, and stays within epsilon and delta if given. */
  readonly inner?: { readonly epsilon: number | string };
  /** Buys tight intervals for answers from a sample with this share of what is spent, instead of conservative ones for free. */
  readonly interval?: { readonly share: number | string };
  /** Pays for new noise, and for a new sample where it has no name, instead of repeating the recorded answer. Splits stay. */
  readonly fresh?: boolean;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Question {
  /** One, or several that are asked together. */
  readonly plans: readonly Plan[];
  /** What samples are to reserve when they are made, by their place among the plan's draws. */
  readonly caps: Caps;
  /** The most that may be charged; null where nothing but the budget limits a fixed allowance. */
  readonly limit: Omit<ExactLoss, 'epsilon'> & Pick<LossLimit, 'epsilon'>;
  /** What may be charged instead of an epsilon; null where there is one. */
  readonly rho: Amount | null;
  /** What is spent inside, where that is fixed. */
  readonly inner: Amount | null;
  readonly analyst: string;
  readonly fresh: boolean;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal | undefined;
}

export function questionOf(
  plans: readonly Plan[],
  options: AskOptions | undefined,
  analyst: string,
  caps: Caps = [],
): Question {
  // whoever writes JavaScript may leave them out
  const { epsilon, delta = 0, rho, inner, interval, fresh = false, idempotencyKey, signal } = options ?? {};
  if (rho !== undefined) checkAlone(options);
  else if (epsilon === undefined && inner === undefined)
    return refuse(
      'value_out_of_range',
      'Give epsilon, the most to charge, or inner, the epsilon to spend inside a sample.',
    );
  const share = interval === undefined ? undefined : amounts.text(amounts.written(short(interval.share)));
  return {
    plans: share === undefined ? plans : plans.map(plan => ({ ...plan, interval: { share } })),
    caps,
    limit: {
      epsilon: epsilon === undefined ? null : positive(short(epsilon)),
      delta: amounts.written(short(delta)),
    },
    rho: rho === undefined ? null : positive(short(rho), 'Rho'),
    inner: inner === undefined ? null : positive(short(inner.epsilon)),
    analyst: text(analyst, 'The name of an analyst'),
    fresh,
    idempotencyKey: idempotencyKey === undefined ? null : text(idempotencyKey, 'An idempotency key'),
    signal,
  };
}

/** One way of saying how much. */
function checkAlone({ epsilon, delta = 0, inner }: AskOptions = {}): void {
  if (epsilon === undefined && inner === undefined && Number(delta) === 0) return;
  refuse('value_out_of_range', 'Give either rho or epsilon: rho cannot be combined with epsilon, delta or inner.');
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
  return refuse('value_out_of_range', 'An amount may have at most 60 characters and an exponent within 400.');
}

/** Below it an answer is noise of astronomical size, whose variance would not even be a number. */
export const leastEpsilon = amounts.written('1e-18');

function positive(written: number | string, name = 'Epsilon'): Amount {
  const amount = amounts.written(written);
  if (amounts.fits(leastEpsilon, amount)) return amount;
  return refuse('value_out_of_range', `${name} must be above 0, and at least 1e-18; it is ${written}.`);
}
