/** delta known from both sides at some epsilons, made into pairs: one from above, one from below, alike from both ends. */

import { convexMinimum } from '../convex-minimum.ts';
import { type LossPair, type Sides, UNIT } from '../pair.ts';
import { type Atom, atomicPair } from '../pairs/atoms.ts';

/** delta at an epsilon >= 0, from both sides. */
export interface KnownDelta extends Sides {
  readonly epsilon: number;
}

/**
 * The pair from above of a profile that is the same from both sides.
 *   Says     delta is convex in x = exp(e) - 1, so it lies below its chords; alike from both sides it is at most
 *            (x + 2·delta(x))/(x + 2) at epsilon 0, for every x
 *   Assumes  points by increasing epsilon, from 0 on; P and Q exchanged have the same profile
 *   Rounds   up, as the points
 *   Source   [DGKKM22]; [ZDW22] Proposition 30
 */
export function pairAbove(points: readonly KnownDelta[]): LossPair {
  const x = Float64Array.from(points, ({ epsilon }) => Math.expm1(epsilon));
  const y = Float64Array.from(points, ({ upper }) => upper);
  for (let i = 1; i < x.length; i++) y[0] = Math.min(y[0], ((x[i] + 2 * y[i]) / (x[i] + 2)) * (1 + 8 * UNIT));
  for (let i = 1; i < y.length; i++) y[i] = Math.min(y[i], y[i - 1]);
  return alikeFromBothSides(x, y);
}

/**
 * The pair from below of the same profile.
 *   Says     beyond two points a convex function lies above the line through them: between two neighbours above the lines
 *            through the points before and behind them. From epsilon 0 on it falls by at most (1 - delta(0))/2, and never below
 *            what has infinite loss
 *   Assumes  as `pairAbove`
 *   Rounds   down, as the points
 *   Source   convexity
 */
export function pairBelow(points: readonly KnownDelta[], infinite: number): LossPair {
  const x = points.map(({ epsilon }) => Math.expm1(epsilon));
  const last = x.length - 1;
  const steepest = -(1 - points[0].lower) / 2;
  const [lower, onwards] = [[points[0].lower], [steepest]];
  for (let k = 1; k <= last; k++) {
    lower[k] = Math.max(points[k].lower, lower[k - 1] + onwards[k - 1] * (x[k] - x[k - 1]));
    onwards[k] = Math.min(0, Math.max(steepest, (lower[k] - points[k - 1].upper) / (x[k] - x[k - 1])));
  }
  const [allX, allY]: number[][] = [[], []];
  const vertex = (at: number, value: number): void => {
    allX.push(at);
    allY.push(value);
  };
  for (let k = 0; k < last; k++) {
    vertex(x[k], lower[k]);
    const back = k + 1 < last ? Math.min(0, (points[k + 2].upper - lower[k + 1]) / (x[k + 2] - x[k + 1])) : 0;
    const drop = lower[k] - (lower[k + 1] - back * (x[k + 1] - x[k]));
    if (!(drop > 0)) continue; // the line from behind lies above the point before it
    const width = x[k + 1] - x[k];
    const crossing = back > onwards[k] ? Math.min(drop / (back - onwards[k]), width) : width;
    const value = lower[k] + onwards[k] * crossing;
    // so close to the point the line from behind may start there: a slope over next to nothing would be rounding
    if (crossing < 1e-6 * width) allY[allY.length - 1] = lower[k] - drop;
    else if (value >= infinite) vertex(x[k] + crossing, value);
    else {
      vertex(x[k] + (lower[k] - infinite) / -onwards[k], infinite);
      vertex(back < 0 ? x[k + 1] - (lower[k + 1] - infinite) / -back : x[k + 1], infinite);
    }
  }
  vertex(x[last], lower[last]);
  const fall = onwards[last] < 0 ? onwards[last] : steepest;
  if (lower[last] > infinite) vertex(x[last] + (lower[last] - infinite) / -fall, infinite);
  return alikeFromBothSides(Float64Array.from(allX), Float64Array.from(allY));
}

/** The pair whose profile from epsilon 0 on is the greatest convex function below these points, and which is its own reverse. */
function alikeFromBothSides(x: Float64Array, y: Float64Array): LossPair {
  const hull = convexMinimum([{ falsePositive: x, falseNegative: y, error: 0 }]);
  const [at, value] = [hull.falsePositive, hull.falseNegative];
  const infinite = value[at.length - 1];
  const outcomes: Atom[] = [
    { logP: Math.log(infinite), logQ: -Infinity },
    { logP: -Infinity, logQ: Math.log(infinite) },
  ];
  const logLess: number[] = [];
  let [fall, total] = [0, infinite];
  for (let i = at.length - 1; i > 0; i--) {
    const steeper = (value[i - 1] - value[i]) / (at[i] - at[i - 1]);
    logLess[i] = Math.log(Math.max(0, steeper - fall));
    total += Math.exp(logLess[i]) * (2 + at[i]);
    fall = Math.max(fall, steeper);
  }
  // rounding may leave a little more than there is
  const scale = total > 1 ? Math.log((1 - infinite) / (total - infinite)) : 0;
  for (let i = 1; i < at.length; i++) {
    const [less, loss] = [logLess[i] + scale, Math.log1p(at[i])];
    outcomes.push({ logP: less + loss, logQ: less }, { logP: less, logQ: less + loss });
  }
  const logRest = Math.log(Math.max(0, 1 - total));
  return atomicPair([...outcomes, { logP: logRest, logQ: logRest }], 16 * UNIT);
}
