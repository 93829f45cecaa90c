/** Pairs built from others: symmetric completion, and mixtures whose label is shown. */
import { logAddExp } from '../../../numerics/index.ts';
import { type LossPair, type Tail, UNIT, write } from '../pair.ts';

/**
 * The pair whose losses above 0 are those of one pair, and those below 0 of another one turned round.
 *   Says     a profile bounded for epsilon >= 0, in one direction and in the other, is bounded for epsilon < 0 by
 *            delta(-e) = 1 - exp(-e) + exp(-e)·(the other direction's delta(e)); the rest of the mass has loss 0
 *   Assumes  `forward` bounds one direction for every epsilon >= 0, `backward` the other
 *   Rounds   nothing
 *   Source   [ZDW22] Proposition 30
 */
export const halves = (forward: LossPair, backward: LossPair): LossPair => ({
  lowest: -backward.highest,
  highest: forward.highest,
  infinite: forward.infinite,
  minusInfinite: backward.infinite,
  upper(t, into) {
    if (t >= 0) forward.upper(t, into);
    else exchanged(backward.lower, -t, into);
  },
  lower(t, into) {
    if (t > 0) forward.lower(t, into);
    else exchanged(backward.upper, -t, into);
  },
});

/** The same where both directions are alike. */
export const symmetric = (half: LossPair): LossPair => halves(half, half);

function exchanged(read: LossPair['upper'], t: number, into: Tail): void {
  read(t, into);
  [into.p, into.q] = [into.q, into.p];
}

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
  const gather = (read: (pair: LossPair, into: Tail) => void, into: Tail): void => {
    const sum = { p: -Infinity, q: -Infinity, error: 0 };
    parts.forEach(({ pair }, k) => {
      read(pair, into);
      sum.p = logAddExp(sum.p, logWeights[k] + into.p);
      sum.q = logAddExp(sum.q, logWeights[k] + into.q);
      sum.error = Math.max(sum.error, into.error);
    });
    write(into, sum.p, sum.q, sum.error + 4 * UNIT * parts.length);
  };
  return {
    lowest: Math.min(...parts.map(({ pair }) => pair.lowest)),
    highest: Math.max(...parts.map(({ pair }) => pair.highest)),
    infinite: parts.reduce((sum, { weight, pair }) => sum + weight * pair.infinite, 0),
    minusInfinite: parts.reduce((sum, { weight, pair }) => sum + weight * pair.minusInfinite, 0),
    upper: (t, into) => gather((pair, tail) => pair.upper(t, tail), into),
    lower: (t, into) => gather((pair, tail) => pair.lower(t, tail), into),
  };
}
