/** Every pair can be read from its other side. */
import type { LossPair } from '../pair.ts';
import { type AtomicPair, isAtomic, sortedPair } from './atoms.ts';

/**
 * The same two distributions in exchanged roles.
 *   Says     (P, Q) has loss L  =>  (Q, P) has loss -L: what was Q(L < -t) is now P'(L' > t)
 *   Assumes  nothing
 *   Rounds   nothing
 *   Source   definition
 */
export function reversed(pair: AtomicPair): AtomicPair;
export function reversed(pair: LossPair): LossPair;
export function reversed(pair: LossPair): LossPair {
  const ends = { lowest: -pair.highest, highest: -pair.lowest };
  const infinities = { infinite: pair.minusInfinite, minusInfinite: pair.infinite };
  if (isAtomic(pair)) {
    const turned = sortedPair(pair.logQ.toReversed(), pair.logP.toReversed(), pair.error, pair.ends && ends);
    return { ...turned, ...ends, ...infinities };
  }
  return {
    ...ends,
    ...infinities,
    upper(t, into) {
      pair.lower(-t, into);
      [into.p, into.q] = [into.q, into.p];
    },
    lower(t, into) {
      pair.upper(-t, into);
      [into.p, into.q] = [into.q, into.p];
    },
  };
}
