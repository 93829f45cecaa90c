/** Pairs built from others: symmetric completion, and mixtures whose label is shown. */
import { log1mExp, logAddExp } from '../../../numerics/index.ts';
import type { LossPair } from '../pair.ts';

/**
 * The symmetric pair whose positive half is that of the given one.
 *   Says     under replacement a profile bounded for epsilon >= 0 is bounded for epsilon < 0 by
 *            delta(-e) = 1 - exp(-e) + exp(-e)·delta(e); the rest of the mass has loss 0
 *   Assumes  the relation is symmetric and the given pair bounds it for every epsilon >= 0
 *   Rounds   nothing
 *   Source   [ZDW22] Proposition 30
 */
export const symmetric = (half: LossPair): LossPair => ({
  lowest: -half.highest,
  highest: half.highest,
  infinite: half.infinite,
  minusInfinite: half.infinite,
  tails(t, into) {
    half.tails(Math.abs(t), into);
    if (t >= 0) {
      into.lowerP = log1mExp(into.upperP);
      into.lowerQ = log1mExp(into.upperQ);
      return;
    }
    const { upperP, upperQ } = into;
    into.lowerP = upperQ;
    into.lowerQ = upperP;
    into.upperP = log1mExp(upperQ);
    into.upperQ = log1mExp(upperP);
  },
});

export interface Labelled {
  readonly weight: number;
  readonly pair: LossPair;
}

/**
 * A mixture of pairs that shows which of them was drawn.
 *   Says     H(sum w_k P_k || sum w_k Q_k) <= sum w_k H(P_k || Q_k) at every epsilon
 *   Assumes  weights that sum to 1 and do not depend on the data
 *   Rounds   nothing
 *   Source   joint convexity of the hockey-stick divergence, [BBG18]
 */
export function labelled(parts: readonly Labelled[]): LossPair {
  const logWeights = parts.map(({ weight }) => Math.log(weight));
  return {
    lowest: Math.min(...parts.map(({ pair }) => pair.lowest)),
    highest: Math.max(...parts.map(({ pair }) => pair.highest)),
    infinite: parts.reduce((sum, { weight, pair }) => sum + weight * pair.infinite, 0),
    minusInfinite: parts.reduce((sum, { weight, pair }) => sum + weight * pair.minusInfinite, 0),
    tails(t, into) {
      let [upperP, upperQ, lowerP, lowerQ, error] = [-Infinity, -Infinity, -Infinity, -Infinity, 0];
      parts.forEach(({ pair }, k) => {
        pair.tails(t, into);
        upperP = logAddExp(upperP, logWeights[k] + into.upperP);
        upperQ = logAddExp(upperQ, logWeights[k] + into.upperQ);
        lowerP = logAddExp(lowerP, logWeights[k] + into.lowerP);
        lowerQ = logAddExp(lowerQ, logWeights[k] + into.lowerQ);
        error = Math.max(error, into.error);
      });
      Object.assign(into, { upperP, upperQ, lowerP, lowerQ, error: error + parts.length * 2 ** -51 });
    },
  };
}
