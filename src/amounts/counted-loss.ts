/**
 * Losses as ledgers count them. A budget that is concentrated keeps rho beside epsilon, and no epsilon bounds what was spent once a
 * Gaussian answer is among it; under a pure one nothing but epsilon and delta is ever there.
 */
import { type CountedOf, invariant, type PrintedLoss } from '../vocabulary/index.ts';
import * as amount from './amount.ts';
import type { ExactLoss } from './exact-loss.ts';

/** What is charged or was spent; epsilon is null where none bounds it. */
export type CountedLoss = CountedOf<amount.Amount>;

/** Components that are there, each by itself. */
const mapped = <From, To>({ epsilon, delta, rho }: CountedOf<From>, change: (value: From) => To): CountedOf<To> =>
  Object.freeze({
    epsilon: epsilon === null ? null : change(epsilon),
    delta: change(delta),
    ...(rho !== undefined && { rho: change(rho) }),
  });

/** What nothing bounds stays so, whatever is added. */
export const plus = (a: CountedLoss, b: CountedLoss): CountedLoss =>
  Object.freeze({
    epsilon: a.epsilon === null || b.epsilon === null ? null : amount.plus(a.epsilon, b.epsilon),
    delta: amount.plus(a.delta, b.delta),
    ...((a.rho !== undefined || b.rho !== undefined) && {
      rho: amount.plus(a.rho ?? amount.none, b.rho ?? amount.none),
    }),
  });

/** What was counted since; nothing bounds it where nothing bounds the later one. */
export const beyond = (after: CountedLoss, before: CountedLoss): CountedLoss =>
  Object.freeze({
    epsilon: after.epsilon === null ? null : amount.left(after.epsilon, before.epsilon ?? amount.none),
    delta: amount.left(after.delta, before.delta),
    ...(after.rho !== undefined && { rho: amount.left(after.rho, before.rho ?? amount.none) }),
  });

export const isNothing = ({ epsilon, delta, rho = amount.none }: CountedLoss): boolean =>
  epsilon !== null && [epsilon, delta, rho].every(each => amount.fits(each, amount.none));

/** What limits leave; nothing of what was exceeded, and no epsilon where none bounds what was spent. */
export const left = (limit: ExactLoss & { readonly rho?: amount.Amount }, spent: CountedLoss): CountedLoss =>
  Object.freeze({
    epsilon: spent.epsilon === null ? amount.none : amount.left(limit.epsilon, spent.epsilon),
    delta: amount.left(limit.delta, spent.delta),
    ...(limit.rho !== undefined && { rho: amount.left(limit.rho, spent.rho ?? amount.none) }),
  });

/** The less of two that are left, component by component. */
export const smaller = (a: CountedLoss, b: CountedLoss): CountedLoss =>
  Object.freeze({
    epsilon: a.epsilon === null || b.epsilon === null ? amount.none : amount.smaller(a.epsilon, b.epsilon),
    delta: amount.smaller(a.delta, b.delta),
    ...(a.rho !== undefined && b.rho !== undefined && { rho: amount.smaller(a.rho, b.rho) }),
  });

/** Under a pure budget everything has an epsilon, and only that and delta count. */
export function bounded({ epsilon, delta, rho }: CountedLoss): ExactLoss {
  invariant(epsilon !== null && rho === undefined, 'a pure budget counts epsilon and delta alone');
  return Object.freeze({ epsilon, delta });
}

/** The decimals that were stored. */
export const written = (decimals: CountedOf<string>): CountedLoss => mapped(decimals, amount.written);

/** Plain digits, as they are stored; read back by `written` it is the same. */
export const text = (loss: CountedLoss): CountedOf<string> => mapped(loss, amount.text);

/** The numbers to print. */
export const number = (loss: CountedLoss, rounding: amount.AmountRounding): PrintedLoss =>
  mapped(loss, each => amount.number(each, rounding));
