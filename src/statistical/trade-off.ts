/**
 * Trade-off functions: the least chance to miss the property that any test has with a given chance of a false alarm.
 * They are piecewise linear here, so corners say everything, and the way back to delta loses nothing.
 */
import { down, up } from '../numerics/index.ts';
import type { ApproximateGuarantee } from '../vocabulary/index.ts';
import type { Outcomes } from './outcomes.ts';

export interface Corner {
  readonly falsePositive: number;
  readonly falseNegative: number;
}

/** Corners by increasing false positive rate, from (0, at most 1) to (1, 0). */
export type TradeOff = readonly Corner[];

/**
 * The trade-off function of a query.
 *   Says     the greatest convex function below those of both directions: T(α) = sup over ε >= 0 of
 *            max{0, 1−Φ(ε)−e^ε·α, e^−ε(1−Φ(ε)−α)}
 *   Assumes  the outcomes list everything but what `outside` names
 *   Rounds   down: both chances of every test are lowered by what the outcomes may err by, and by what they leave out
 *   Source   [BR25] Theorem 4; the best tests are thresholds on the likelihood ratio
 */
export function tradeOffOf({ present, absent, error, outside }: Outcomes): TradeOff {
  const byLikelihood = Array.from(present.keys()).sort((i, j) => absent[i] * present[j] - absent[j] * present[i]);
  const slack = error + outside + ROUNDING * (present.length + 16);
  let [alarm, found] = [0, 0];
  const corners = byLikelihood.map(i => {
    alarm += absent[i];
    found += present[i];
    return corner(alarm - slack, 1 - found - slack);
  });
  return symmetric([corner(0, 1 - slack), ...corners, corner(1, 0)]);
}

const ROUNDING = 2 ** -52;

const corner = (falsePositive: number, falseNegative: number): Corner => ({
  falsePositive: Math.min(1, Math.max(0, falsePositive)),
  falseNegative: Math.min(1, Math.max(0, falseNegative)),
});

/** The greatest convex function below a trade-off function and its inverse. */
const symmetric = (corners: TradeOff): TradeOff =>
  lowerHull([...corners, ...corners.map(({ falsePositive, falseNegative }) => corner(falseNegative, falsePositive))]);

function lowerHull(corners: readonly Corner[]): TradeOff {
  const hull: Corner[] = [];
  const sorted = [...corners].sort((a, b) => a.falsePositive - b.falsePositive || a.falseNegative - b.falseNegative);
  for (const next of sorted) {
    if (hull.at(-1)?.falsePositive === next.falsePositive) continue;
    while (hull.length > 1 && !turnsUp(hull[hull.length - 2], hull[hull.length - 1], next)) hull.pop();
    hull.push(next);
  }
  return hull;
}

const turnsUp = (a: Corner, b: Corner, c: Corner): boolean =>
  (b.falseNegative - a.falseNegative) * (c.falsePositive - b.falsePositive) <
  (c.falseNegative - b.falseNegative) * (b.falsePositive - a.falsePositive);

/** The trade-off function at one false positive rate; rounded down. */
export function missedAt(tradeOff: TradeOff, falsePositive: number): number {
  const after = tradeOff.findIndex(each => each.falsePositive >= falsePositive);
  const right = tradeOff[after];
  if (after === 0 || right.falsePositive === falsePositive) return right.falseNegative;
  const left = tradeOff[after - 1];
  const share = (falsePositive - left.falsePositive) / (right.falsePositive - left.falsePositive);
  return Math.max(0, left.falseNegative + share * (right.falseNegative - left.falseNegative) - 4 * ROUNDING);
}

/**
 * What a few points of a privacy curve say of the trade-off function.
 *   Says     T(α) >= max over the given ε of max{0, 1−Φ(ε)−e^ε·α, e^−ε(1−Φ(ε)−α)}
 *   Assumes  every delta is one that the query has at its epsilon, or more
 *   Rounds   down
 *   Source   [BR25] Theorem 4
 */
export const missedByCurve = (curve: readonly ApproximateGuarantee[], falsePositive: number): number =>
  curve.reduce((least, { epsilon, delta }) => {
    const kept = down.sub(1, delta);
    const alarmed = down.sub(kept, up.mul(up.exp(epsilon), falsePositive));
    const scaled = down.mul(down.exp(-epsilon), Math.max(0, down.sub(kept, falsePositive)));
    return Math.max(least, alarmed, scaled);
  }, 0);

/**
 * The sampling operator.
 *   Says     a sample of m of n entries has at least the trade-off function Ψ(T): the greatest convex function below
 *            T_p = p·T + (1−p)·(1−α) and its inverse, p = m/n
 *   Assumes  T is the trade-off function of a data base of m entries; sampling is without replacement
 *   Rounds   down: p is rounded up, for T lies below blind guessing
 *   Source   [BR25] Theorem 5
 */
export function sampledTradeOff(tradeOff: TradeOff, { size, entries }: { size: number; entries: number }): TradeOff {
  const rate = up.div(size, entries);
  return symmetric(
    tradeOff.map(({ falsePositive, falseNegative }) =>
      corner(
        falsePositive,
        down.add(down.mul(rate, falseNegative), down.mul(down.sub(1, rate), down.sub(1, falsePositive))),
      ),
    ),
  );
}
