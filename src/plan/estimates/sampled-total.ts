/**
 * What a total of a sample tells about that of its population: a conservative error, from the answer itself and public
 * bounds. Units drawn at rate b vary the sample's total by (1-b)·sum of b·t² over the units' totals t; where all t are of
 * one sign and at most B, that is at most (1-b)·B·(b·sum of t), B times what the sample's total is expected to be.
 */
import { upperTailQuantile } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { around, holding, type Interval } from './interval.ts';
import type { Estimate, Noisy, Sampled } from './noisy.ts';

export function sampledTotal(step: number, noisy: Noisy): Estimate {
  const { value, sampled } = noisy;
  invariant(sampled !== undefined, 'the statistic is of a sample');
  const most = boundOf(sampled);
  // as if at least one unit were there
  const squares = sampled.squaresMost ?? most * Math.max(Math.abs(value), most);
  return estimatedTotal(step, noisy, sampled.chance.left * squares, expectedWithin(noisy));
}

/** For the population: `sampling` is the variance that chance gives the sample's total, `within` where its expectation lies. */
export function estimatedTotal(step: number, noisy: Noisy, sampling: number, within: Interval): Estimate {
  const { value, variance, sampled } = noisy;
  invariant(sampled?.chance.rate != null, 'totals are released where the chance of a unit is known');
  const { rate } = sampled.chance;
  const drawn = value;
  const [low, high] = rounding(holding(within, drawn), sampled);
  return Object.freeze({
    estimate: (drawn / rate) * step,
    standardError: (Math.sqrt(variance + sampling) / rate) * step,
    interval95: Object.freeze([(low / rate) * step, (high / rate) * step] as const),
  });
}

/**
 * Where a part of secretly many was drawn, rounded to whole units, a total is E·n/m for some n with m of them in the sample:
 * no farther from E/rate than what one unit may add to the sample, over the rate.
 */
function rounding([least, most]: Interval, { chance: { rounded }, low, high }: Sampled): Interval {
  if (rounded === undefined) return [least, most];
  const [below, above] = [Math.min(0, low), Math.max(0, high)];
  return rounded === 'down' ? [least + below, most + above] : [least - above, most - below];
}

/** The most that one unit adds or takes away. */
export const boundOf = ({ low, high }: Sampled): number => Math.max(-low, high);

/** Where the expectation of a sample's statistic lies, over all samples that might have been drawn. */
export function expectedWithin(noisy: Noisy): Interval {
  const { sampled } = noisy;
  if (sampled === undefined) return around(noisy);
  if (sampled.low >= 0) return positiveWithin(noisy.value, noisy.halfWidth, sampled);
  if (sampled.high <= 0) {
    const [low, high] = positiveWithin(-noisy.value, noisy.halfWidth, sampled);
    return [-high, -low];
  }
  invariant(sampled.squaresMost !== undefined, 'a total of both signs comes with a bound on its squares');
  const deviation = Math.sqrt(sampled.chance.left * sampled.squaresMost);
  const reach = Math.hypot(noisy.halfWidth, normalReach(sampled) * deviation) + skewReach(sampled) * boundOf(sampled);
  return [noisy.value - reach, noisy.value + reach];
}

/** How many standard deviations, where the law is normal. */
export const normalReach = ({ probability }: Pick<Sampled, 'probability'>): number =>
  upperTailQuantile(probability / 2);

/**
 * How much farther few units reach than the normal law, in units' worth: the second term of Cornish and Fisher's expansion
 * (1938), with the most skewness that coins can have. With many units it vanishes beside the rest.
 */
export const skewReach = ({ chance, probability }: Pick<Sampled, 'chance' | 'probability'>): number =>
  chance.left === 0 ? 0 : (normalReach({ probability }) ** 2 - 1) / 6;

/** All x of one sign with |value - x| at most the root of halfWidth² + z²·(1-b)·B·x: Wilson's interval (1927), with noise. */
function positiveWithin(value: number, halfWidth: number, sampled: Sampled): Interval {
  const bound = boundOf(sampled);
  const slope = normalReach(sampled) ** 2 * sampled.chance.left * bound;
  const skew = skewReach(sampled) * bound;
  const root = (at: number, sign: 1 | -1): number => {
    // below zero lies noise alone
    const from = Math.max(at, -halfWidth);
    return from + slope / 2 + sign * Math.sqrt((slope * slope) / 4 + slope * from + halfWidth * halfWidth);
  };
  return [Math.max(0, root(value - skew, -1)), Math.max(0, root(value + skew, 1))];
}

interface DrawnRank extends Pick<Sampled, 'chance' | 'rowsPerUnit' | 'probability'> {
  /** 0 is the least value, 1 the greatest. */
  readonly rank: number;
  /** By how many rows of the sample the draw may miss the rank. */
  readonly missed: number;
  /** As many rows as may be expected in the sample at most. */
  readonly rowsMost: number;
}

/**
 * In rows of the population; null where its number is secret. The value that lies x rows of the sample beyond the rank in
 * the population is passed only if x is at most missed + z·deviation(x), and rows of units of k vary by at most
 * (1-b)·k·(rank·(1-rank)·rows + |1-2·rank|·x): the largest such x.
 */
export function sampledRankError(drawn: DrawnRank): number | null {
  const { chance, rank, rowsPerUnit, rowsMost } = drawn;
  if (chance.rate === null) return null;
  const missed = drawn.missed + skewReach(drawn) * rowsPerUnit * Math.max(rank, 1 - rank);
  const slope = normalReach(drawn) ** 2 * chance.left * rowsPerUnit;
  const lean = Math.abs(1 - 2 * rank);
  const middle = missed + (slope * lean) / 2;
  const reach = Math.sqrt(slope * (rank * (1 - rank) * rowsMost + lean * missed) + (slope * lean) ** 2 / 4);
  // where a part was drawn, rounded to whole units, as many rows as one of them has may be missed besides
  return Math.ceil((middle + reach + (chance.rounded === undefined ? 0 : rowsPerUnit)) / chance.rate);
}
