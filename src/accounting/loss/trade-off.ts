/** Trade-off functions: the least rate of false negatives of any test with a given rate of false positives. */
import type { Composed } from './composed.ts';
import type { Curve } from './convex-minimum.ts';
import type { Profiles } from './direct.ts';
import { UNIT } from './pair.ts';

/**
 * The whole trade-off curve of a composed workload, in one sweep from the most telling outcome down.
 *   Says     thresholds on the loss are the best tests; between two of them a coin interpolates
 *   Assumes  the window was made without tilt
 *   Rounds   by `error`, to be taken from the curve (side above) or added to it (side below)
 *   Source   Neyman and Pearson's lemma
 */
export function curveOf({ sum, origin, infinite, side, lossError }: Composed): Curve {
  const count = sum.masses.length;
  const scale = Math.exp(sum.logScale); // the finite part of P: its masses were divided by it
  const [falsePositive, falseNegative] = [new Float64Array(count + 2), new Float64Array(count + 2)];
  let [p, q, odds] = [infinite, 0, 0];
  falseNegative[0] = 1 - p;
  const growth = Math.exp(sum.step);
  for (let i = 0; i < count; i++) {
    const mass = scale * Math.max(0, sum.masses[count - 1 - i]);
    // exp(-loss) by products, begun anew before their rounding adds up
    odds = i % 256 === 0 ? Math.exp(-origin - (sum.first + count - 1 - i) * sum.step) : odds * growth;
    p += mass;
    q += mass * odds;
    falsePositive[i + 1] = q; // from below losses are rounded down, and q may pass 1
    falseNegative[i + 1] = Math.max(0, 1 - p);
  }
  falsePositive[count + 1] = Math.max(1, q);
  const outside = side === 'above' ? sum.outside.above : sum.outside.below + sum.outside.above;
  const error =
    Math.sqrt(count) * sum.error + outside + (2 * sum.scaleError + 2 * lossError + 4 * UNIT * (count + 256));
  return { falsePositive, falseNegative, error };
}

/** The curve at one false positive rate. */
export function readCurve({ falsePositive, falseNegative }: Curve, at: number): number {
  let [low, high] = [0, falsePositive.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (falsePositive[middle] <= at) low = middle;
    else high = middle;
  }
  const width = falsePositive[high] - falsePositive[low];
  const share = width > 0 ? Math.min(1, (at - falsePositive[low]) / width) : 0;
  return falseNegative[low] + share * (falseNegative[high] - falseNegative[low]);
}

/**
 * The trade-off function of profiles that are known at every epsilon.
 *   Says     f(a) = sup over all real epsilon of 1 - delta(epsilon) - exp(epsilon)·a; the supremum is of a concave
 *            function of exp(epsilon), so it is found by narrowing
 *   Assumes  delta is the larger one of all directions, and convex in exp(epsilon)
 *   Rounds   outwards: from below at the best epsilon found, from above over the whole interval left
 *   Source   [DRS22] Proposition 2.12
 */
export function tradeOffOf(ways: readonly Profiles[], at: number): { lower: number; upper: number } {
  const value = (e: number, delta: number): number => 1 - delta - Math.exp(e) * at;
  const deltaUp = (e: number): number => Math.max(...ways.map(({ upper }) => upper(e)));
  const deltaLow = (e: number): number => Math.max(...ways.map(({ lower }) => lower(e)));
  // below exp(-36) doubles no longer tell delta from 1; beyond 1/a the value is negative
  const all = { from: -36, to: Math.min(700, -Math.log(at)) };
  const sure = narrowed(e => value(e, deltaUp(e)), all);
  const certain = Math.max(
    0,
    value(sure.from, deltaUp(sure.from)),
    value(sure.to, deltaUp(sure.to)),
    1 - deltaUp(0) - at,
  );
  const open = narrowed(e => value(e, deltaLow(e)), all);
  const most = 1 - deltaLow(open.to) - Math.exp(open.from) * at + SEARCH_ERROR;
  return { lower: certain, upper: Math.min(1 - at, Math.max(certain, most)) };
}

/** Where the rounding of delta hides which way is up, narrowing may turn wrong and lose so much of the greatest value. */
const SEARCH_ERROR = 1e-11;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** An interval of next to no width around the place where a function that rises and then falls is greatest. */
function narrowed(value: (x: number) => number, interval: { from: number; to: number }): { from: number; to: number } {
  let { from, to } = interval;
  let [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [leftValue, rightValue] = [value(left), value(right)];
  while (to - from > 1e-10) {
    if (leftValue > rightValue) {
      [to, right, rightValue] = [right, left, leftValue];
      left = to - GOLDEN * (to - from);
      leftValue = value(left);
    } else {
      [from, left, leftValue] = [left, right, rightValue];
      right = from + GOLDEN * (to - from);
      rightValue = value(right);
    }
  }
  return { from, to };
}
