/**
 * The third view: exact differences of the two rounds' counts, one for each value. It is the rare-value rule of a released
 * sample: a value that few people have is betrayed by its count.
 */
import { binomialLogLowerTail, binomialLogMass, down, up } from '../../numerics/index.ts';
import { countDelta } from '../../release/rates/index.ts';
import { checkSampling } from './die.ts';
import type { AskedPeople } from './population.ts';

export interface ExactView {
  readonly sampling: number;
  readonly epsilon: number;
}

/** Beyond so many people of a value the bound for so many is taken: it is far below every delta that matters. */
const PEOPLE_MAX = 2000;

/**
 * What the exact differences tell about one person of a population.
 *   Says     δ(ε) = the largest hockey stick over all changed answers: one that becomes or was 0 is Bin(n, π_s) against
 *            Bin(n−1, π_s), one that moves between values also shifts the other count the opposite way
 *   Assumes  the same people answer both rounds; nothing else of either round is seen
 *   Rounds   up
 *   Source   derived: a person more of a value is an independent coin more in its count, so that only the values of the
 *            fewest people need to be looked at; never more than the linked answers tell, of which these are counts
 */
export function differenceDelta({ counts, others }: AskedPeople, view: ExactView): number {
  checkSampling(view.sampling);
  const sorted = [...counts].sort((a, b) => a - b);
  const leaving = sorted.find(count => count > 0);
  const toNone = leaving === undefined ? [] : [shownDelta(leaving, view)];
  const fromNone = others > 0 ? [shownDelta(sorted[0] + 1, view)] : [];
  const [fewest, next] = sorted;
  const between =
    next === undefined
      ? []
      : [
          [fewest, next],
          [next, fewest],
        ].flatMap(([from, to]) => (from > 0 ? [movedDelta(from, to, view)] : []));
  return Math.min(view.sampling, Math.max(0, ...toNone, ...fromNone, ...between));
}

/** One of so many people of a value, or one fewer, in either direction. */
export const shownDelta = (people: number, { sampling, epsilon }: ExactView): number =>
  countDelta({ rate: sampling, epsilon, threshold: 1 }, people - 1);

/** The fewest people of a value whose exact difference keeps (epsilon, delta). */
export function fewestProtected(view: ExactView, delta: number): number {
  let [low, high] = [0, 1];
  while (!(shownDelta(high, view) <= delta)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (shownDelta(middle, view) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * One person moves from a value of n people to one of m.
 *   Says     δ(ε) = the larger hockey stick between Bin(n)×Bin(m) and Bin(n−1)×Bin(m+1), all of probability π_s
 *   Assumes  n >= 1; nothing but the two differences is seen
 *   Rounds   up
 *   Source   derived: the ratio n(m+1−j) / ((n−k)(m+1)) of the two laws falls in j, so that for each k the best j are a
 *            lower tail
 */
export function movedDelta(from: number, to: number, view: ExactView): number {
  const [n, m] = [Math.min(from, PEOPLE_MAX), Math.min(to, PEOPLE_MAX)];
  return Math.max(hockeyStick(n, m, view), hockeyStick(m + 1, n - 1, view));
}

function hockeyStick(n: number, m: number, { sampling, epsilon }: ExactView): number {
  const growth = Math.exp(epsilon);
  const least = down.exp(epsilon);
  let sum = 0;
  for (let k = Math.max(0, Math.floor(n * (1 - 1 / growth)) - 1); k <= n; k++) {
    const here = bounds(binomialLogMass(n, sampling, k));
    const there = k < n ? bounds(binomialLogMass(n - 1, sampling, k)) : NONE;
    const cut = k < n ? Math.ceil((m + 1) * (1 - (growth * (n - k)) / n)) - 1 : m;
    // rounding may put the cut one off where the two laws tie
    const gains = [cut - 1, cut, cut + 1].map(most => {
      const [kept, moved] = [lowerTail(m, sampling, most), lowerTail(m + 1, sampling, most)];
      return up.sub(up.mul(here.upper, kept.upper), down.mul(least, down.mul(there.lower, moved.lower)));
    });
    sum = up.add(sum, Math.max(0, ...gains));
  }
  return Math.min(1, sum);
}

const NONE = { lower: 0, upper: 0 };

const lowerTail = (trials: number, sampling: number, most: number) =>
  most < 0 ? NONE : bounds(binomialLogLowerTail(trials, sampling, most));

/** A chance from both sides: its logarithm errs by less than this for so few trials. */
const bounds = (log: number): { lower: number; upper: number } =>
  log === -Infinity
    ? NONE
    : { lower: down.exp(log - 2 ** -40 * (1 - log)), upper: Math.min(1, up.exp(log + 2 ** -40 * (1 - log))) };
