/**
 * How far sampling puts an answer off, from sums over units that were paid for: the squares and products of what units add.
 * Units drawn at rate b vary a sample's total by (1-b)·sum of b·t², of which the sample's own squares are an unbiased guess.
 */
import { invariant } from '../../vocabulary/index.ts';
import type { Chance } from './chance.ts';
import { type Interval, overlap } from './interval.ts';
import type { Estimate, Noisy, Sampled } from './noisy.ts';
import { boundOf, estimatedTotal, expectedWithin, normalReach, skewReach } from './sampled-total.ts';

/** What a total of a sample tells about that of its population, with squares of what units add that were paid for. */
export function boughtTotal(step: number, noisy: Noisy, moments: readonly Noisy[]): Estimate {
  const { value, variance, halfWidth, sampled } = noisy;
  invariant(sampled !== undefined, 'intervals are bought of samples');
  const total = value;
  const [bought, bound] = [squaresOf([1], moments), boundOf(sampled)];
  // the floor is of what varies: of so many of publicly many, units that all add the same would leave nothing
  const squares = withOneUnit(aboutMean(bought, total, sampled.chance), bound);
  const reach = normalReach(sampled);
  const { left } = sampled.chance;
  const sampling = boughtVariance(squares, { left, noise: variance, reach });
  const width = Math.hypot(halfWidth, reach * Math.sqrt(sampling));
  const [below, above] = skewness(total, withOneUnit(bought, bound), sampled);
  const within: Interval = [total - width - below, total + width + above];
  const bounded = sampled.low >= 0 || sampled.high <= 0;
  // public bounds still hold, and are the better guide where few units were drawn
  return estimatedTotal(step, noisy, sampling, bounded ? overlap(within, expectedWithin(noisy)) : within);
}

/** How much farther few units reach than the normal law, downwards and upwards. */
function skewness(total: number, { value }: Squares, sampled: Sampled): readonly [number, number] {
  const { low, high } = sampled;
  // about the mean, few units may lean to either side, as far as the bound
  if (sampled.chance.exactly !== undefined) {
    const either = 2 * leaning(sampled, boundOf(sampled));
    return [either, either];
  }
  if (low >= 0) return [0, studentized(total, value, sampled)];
  if (high <= 0) return [studentized(-total, value, sampled), 0];
  const either = leaning(sampled, boundOf(sampled));
  return [either, either];
}

/**
 * Totals and squares of one sample are large or small together, so that the interval is too short just where the total is
 * too small: what Hall's expansion (1988) adds at that end, in terms of sum of t³/sum of t². That lies between
 * sum of t²/sum of t and the public bound; it is taken for their geometric mean.
 */
function studentized(total: number, squares: number, sampled: Sampled): number {
  const { rate, left } = sampled.chance;
  if (left === 0) return 0;
  const bound = boundOf(sampled);
  const cubes = Math.sqrt(bound * (total > 0 ? Math.min(bound, squares / total) : bound));
  const kept = rate ?? 0;
  return ((1 - kept) / 2 + ((normalReach(sampled) ** 2 - 1) / 6) * (2 - kept)) * cubes;
}

/** A noisy sum over the units of a sample, and the variance of its noise. */
export interface Squares {
  readonly value: number;
  readonly variance: number;
}

/** Of what units add to x·first + y·second + ..., from the moments 1·1, 1·2, ..., 2·2, ... of the statistics. */
export function squaresOf(slopes: readonly number[], moments: readonly Noisy[]): Squares {
  const factors = slopes.flatMap((one, first) =>
    slopes.slice(first).map((other, i) => one * other * (i === 0 ? 1 : 2)),
  );
  invariant(factors.length === moments.length, 'every two statistics have their moment');
  const terms = factors.map((factor, i) => ({
    value: factor * moments[i].value,
    variance: factor ** 2 * moments[i].variance,
  }));
  return terms.reduce((one, other) => ({ value: one.value + other.value, variance: one.variance + other.variance }));
}

/** At least those of one unit that adds as much as any may: a sample that has hardly anybody shows no spread. */
export const withOneUnit = ({ value, variance }: Squares, unitMost: number): Squares => ({
  value: Math.max(value, unitMost ** 2),
  variance,
});

/** Of so many of publicly many, units that all add the same add no chance: their squares count about the mean. */
export const aboutMean = ({ value, variance }: Squares, total: number, { exactly }: Chance): Squares =>
  exactly === undefined ? { value, variance } : { value: value - total ** 2 / exactly.size, variance };

/**
 * How much farther few units reach than the normal law, where they lean to one side as often as to the other, and seldom as
 * far as they could.
 */
export const leaning = (sampled: Sampled, unitMost: number): number => (skewReach(sampled) * unitMost) / 2;

export interface Uncertain {
  readonly left: number;
  /** The variance of the noise on the released value. */
  readonly noise: number;
  /** How many standard deviations an interval reaches. */
  readonly reach: number;
}

/** As many standard deviations of the noise are added at most: where squares are all noise more would never be needed. */
const RESERVE_MAX = 1.1;

/**
 * The variance that sampling gives, raised so that intervals of so many deviations hold as often as if it were known: what
 * they lose by a variance that is guessed with error is (reach² + 1)/4 times the square of its relative error, to second
 * order, as with Student's t.
 */
export function boughtVariance({ value, variance }: Squares, { left, noise, reach }: Uncertain): number {
  const guess = left * value;
  const spread = left ** 2 * variance;
  const reserve = (((reach ** 2 + 1) / 4) * spread) / (noise + Math.max(0, guess));
  return Math.max(0, guess + Math.min(reserve, RESERVE_MAX * Math.sqrt(spread)));
}
