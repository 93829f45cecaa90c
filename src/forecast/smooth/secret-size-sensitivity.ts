/**
 * Smooth sensitivity of a quantile where units come and go and their number is secret. Quadratic in how many units away data
 * still weigh, which the strength of privacy decides and not the number of values.
 */

import { ceilingOf } from '../whole-number.ts';
import type { Smoothing } from './smooth-sensitivity.ts';

/** Which quantile, between which bounds, and how fast distant data lose their weight. */
export interface SecretSizeQuestion extends Smoothing {
  readonly quantile: number;
  /** What is released if there are no units; between the bounds. */
  readonly nobody: number;
}

/** The rank of the quantile among so many values, counted from 1. */
const rankOf = (quantile: number, size: number): number => Math.min(Math.max(ceilingOf(quantile * size), 1), size);

/**
 * Smooth sensitivity to added and removed units.
 *   Says     with i(m) the rank among m values: the largest exp(−β(a+b))·(x_(J−t+a) − x_(J−1−t)) over a ≤ n removed and b added
 *            units, m = n − a + b ≥ 1, J = i(m+1) or, for m ≥ 2, i(m−1) + 1, and t = 0..b; values beyond the ends are the
 *            bounds. Next to nobody, at m = 1 and 0, also the distances to what is released then
 *   Assumes  values sorted, and within the bounds; β > 0; any number of units may be there
 *   Rounds   nearest, to a part in 10^12
 *   Source   derived; enumerated on all small data sets
 */
export function secretSizeSensitivity(sorted: Float64Array, question: SecretSizeQuestion): number {
  const { min, max, beta } = question;
  let found = nextToNobody(sorted, question);
  for (let removed = 0; removed <= sorted.length && Math.exp(-beta * removed) * (max - min) > found; removed++) {
    // without the unit that comes, then without the one that goes
    found = walked(sorted, question, { removed, more: 1, beyond: 0, sizeLeast: 1 }, found);
    found = walked(sorted, question, { removed, more: -1, beyond: 1, sizeLeast: 2 }, found);
  }
  return found;
}

/** J is the rank among `more` values more, and `beyond`. */
interface Walk {
  readonly removed: number;
  readonly more: 1 | -1;
  readonly beyond: 0 | 1;
  readonly sizeLeast: number;
}

/**
 * One number of removed units, and ever more added ones. With each of these the window of pairs grows by one pair: at its
 * upper end where J grows, at its lower end where it does not. So every pair is looked at once.
 */
function walked(
  sorted: Float64Array,
  { min, max, beta, quantile }: SecretSizeQuestion,
  { removed, more, beyond, sizeLeast }: Walk,
  before: number,
): number {
  const values = sorted.length;
  const gapAbove = (place: number): number => {
    const upper = place + removed + 1;
    return (
      (upper > values ? max : upper < 1 ? min : sorted[upper - 1]) -
      (place < 1 ? min : place > values ? max : sorted[place - 1])
    );
  };
  let found = before;
  let largest = 0;
  const start = Math.max(0, sizeLeast - (values - removed));
  let rank = rankOf(quantile, values - removed + start + more) + beyond;
  for (let place = rank - 1 - start; place <= rank - 1; place++) largest = Math.max(largest, gapAbove(place));
  for (let added = start; ; added++) {
    const weight = Math.exp(-beta * (removed + added));
    if (!(weight * (max - min) > found)) return found;
    found = Math.max(found, weight * largest);
    const next = rankOf(quantile, values - removed + added + 1 + more) + beyond;
    largest = Math.max(largest, gapAbove(next > rank ? next - 1 : rank - 2 - added));
    rank = next;
  }
}

/** One unit that comes or goes may leave nobody, or end that. */
function nextToNobody(sorted: Float64Array, { min, max, beta, nobody }: SecretSizeQuestion): number {
  const farthest = Math.max(max - nobody, nobody - min);
  const none = Math.exp(-beta * sorted.length) * farthest;
  const another = Math.exp(-beta * (sorted.length + 1)) * farthest;
  if (sorted.length === 0) return Math.max(none, another);
  const kept = Math.max(Math.abs(sorted[0] - nobody), Math.abs(sorted[sorted.length - 1] - nobody));
  return Math.max(none, another, Math.exp(-beta * (sorted.length - 1)) * kept);
}
