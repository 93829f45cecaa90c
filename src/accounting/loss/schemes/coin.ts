/** A coin over one pair: the unit takes part with the given rate. The one map behind most sampling schemes. */
import { logAddExp } from '../../../numerics/index.ts';
import { type LossPair, UNIT, write, writeAll, writeNone } from '../pair.ts';
import { isAtomic, sortedPair } from '../pairs/atoms.ts';

/**
 * A coin over a pair.
 *   Says     ((1-g)Q + gP, Q) has loss ln(1-g+g·exp L); its tails are those of (P, Q) at ln(1+(exp t - 1)/g)
 *   Assumes  the unit's coin is independent of everything else
 *   Rounds   nothing; the moved threshold is exact to a few units of t (the map's own slope cancels its conditioning)
 *   Source   [BBG18] Theorem 2; [ZDW22] Theorem 11
 */
export function underCoin(pair: LossPair, rate: number): LossPair {
  if (rate === 1) return pair;
  if (rate === 0) return nothing;
  const logRate = Math.log(rate);
  const logRest = Math.log1p(-rate);
  const blend = (q: number, p: number): number => logAddExp(logRest + q, logRate + p);
  const ends = {
    lowest: lossUnderCoin(pair.minusInfinite > 0 ? -Infinity : pair.lowest, rate),
    highest: lossUnderCoin(pair.highest, rate),
  };
  if (isAtomic(pair))
    return sortedPair(
      pair.logP.map((p, i) => blend(pair.logQ[i], p)),
      pair.logQ,
      pair.error + 12 * UNIT,
      pair.ends && ends,
    );
  return {
    ...ends,
    infinite: rate * pair.infinite,
    minusInfinite: 0,
    upper(t, into) {
      if (t < logRest) return writeAll(into);
      pair.upper(thresholdUnderCoin(t, rate), into);
      write(into, blend(into.q, into.p), into.q, into.error + 8 * UNIT);
    },
    lower(t, into) {
      if (t <= logRest) return writeNone(into);
      pair.lower(thresholdUnderCoin(t, rate), into);
      write(into, blend(into.q, into.p), into.q, into.error + 8 * UNIT);
    },
  };
}

/** ln(1-g+g·exp L) */
export const lossUnderCoin = (loss: number, rate: number): number =>
  loss > 1 ? loss + Math.log(rate + (1 - rate) * Math.exp(-loss)) : Math.log1p(rate * Math.expm1(loss));

/** ln(1+(exp t - 1)/g), the inverse of `lossUnderCoin`. */
function thresholdUnderCoin(t: number, rate: number): number {
  if (t > 1) return t - Math.log(rate) + Math.log1p(-(1 - rate) * Math.exp(-t));
  return Math.log1p(Math.max(-1, Math.expm1(t) / rate));
}

/** A pair that tells nothing: equal distributions, loss 0. */
export const nothing: LossPair = {
  lowest: 0,
  highest: 0,
  infinite: 0,
  minusInfinite: 0,
  upper: (t, into) => (t < 0 ? writeAll(into) : writeNone(into)),
  lower: (t, into) => (t > 0 ? writeAll(into) : writeNone(into)),
};
