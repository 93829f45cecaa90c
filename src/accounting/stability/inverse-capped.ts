/** What may be spent inside a sample, chance of failure included, when its table is to be charged no more than a limit. */
import { up } from '../../numerics/index.ts';
import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { checkRate } from './arguments.ts';
import { type CappedPriceRequest, cappedPrice } from './capped.ts';
import { largestWithin } from './inverse.ts';
import { type InversePriceRequest, inversePrice } from './price.ts';

/** `delta` is the most that may be charged beside `epsilon`. */
export type InverseCappedPriceRequest = InversePriceRequest & { readonly delta: number };

/**
 * The largest cap whose charge stays within the limit: epsilon first, then delta. Rounded down.
 * Under replace-one the cap is meant for replaced units alone; otherwise a replaced unit may cost as much more as its
 * ratio to epsilon allows, and with it its delta.
 */
export function inverseCappedPrice({ delta, ...request }: InverseCappedPriceRequest): ApproximateCost {
  const inner = inversePrice(request);
  checkRate('delta', delta);
  if (delta === 0) return Object.freeze({ ...inner, delta: 0, replaceDelta: 0 });
  const replaceOnly = 'of' in request && request.of !== undefined;
  const capped = (chance: number): ApproximateCost => ({
    ...inner,
    delta: chance,
    replaceDelta: replaceOnly ? chance : chanceWhenReplaced(inner, chance),
  });
  const charged = (chance: number): number =>
    chance <= 1 ? cappedPrice({ ...request, cap: capped(chance) } as CappedPriceRequest).delta : Infinity;
  return Object.freeze(capped(largestWithin(delta, charged)));
}

/** One unit removed and one added, unless a replaced unit costs no more than one of the two. */
const chanceWhenReplaced = ({ epsilon, replace }: Cost, chance: number): number =>
  replace <= epsilon ? chance : Math.min(1, up.mul(up.add(1, up.exp(epsilon)), chance));
