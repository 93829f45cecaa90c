/** Statistics whose error has a closed form: what sampling adds to it, and what noise does. */
import { refuse } from '../vocabulary/index.ts';
import type { Design, RealisedSample } from './design.ts';
import type { NormSensitivity } from './noise-variance.ts';

/** What is known or assumed about the population; means and ranges in the units of the data. */
export type Statistic =
  /** How many units have a property that this share of them has. */
  | { readonly kind: 'count'; readonly share: number }
  /** Of values between public bounds. */
  | ({ readonly kind: 'sum' } & Moments & Bounds)
  | ({ readonly kind: 'mean' } & Moments & Bounds)
  /** `kurtosis`: the fourth central moment over the squared variance; 3 for a normal distribution. */
  | ({ readonly kind: 'variance'; readonly kurtosis: number } & Moments & Bounds)
  /** How many units have each of several values; errors are summed over these. */
  | { readonly kind: 'histogram'; readonly shares: readonly number[] };

interface Moments {
  readonly mean: number;
  /** With the divisor N - 1. */
  readonly variance: number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly step?: number | undefined;
}

/** A number that gets noise of its own, and how far the statistic moves with it. */
export interface NoisyPart {
  readonly sensitivity: NormSensitivity;
  readonly slope: number;
  /** How many such parts there are; each gets the noise, the privacy is spent once. */
  readonly entries: number;
}

export function checkStatistic(statistic: Statistic): Statistic {
  if (statistic.kind === 'count') checkShares([statistic.share]);
  else if (statistic.kind === 'histogram') checkShares(statistic.shares);
  else checkMoments(statistic);
  return statistic;
}

function checkShares(shares: readonly number[]): void {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (shares.length >= 1 && shares.every(share => share >= 0 && share <= 1) && total <= 1 + 1e-9) return;
  refuse('value_out_of_range', `Shares must be from 0 to 1 and sum to at most 1; they are ${shares.join(', ')}.`);
}

function checkMoments({ mean, variance, min, max, step }: Moments & Bounds): void {
  if (!(max > min && max - min < Infinity))
    refuse('value_out_of_range', `Values need finite bounds, the smaller first; they are ${min} and ${max}.`);
  if (!(variance > 0 && variance < Infinity))
    refuse('value_out_of_range', `The variance must be a finite number above 0; it is ${variance}.`);
  if (!(mean >= min && mean <= max))
    refuse('value_out_of_range', `The mean must lie between the bounds ${min} and ${max}; it is ${mean}.`);
  // values at the bounds alone have the largest variance; the divisor N - 1 adds at most as much again, for two units
  if (!(variance <= (max - mean) * (mean - min) * 2))
    refuse(
      'value_out_of_range',
      `Values between ${min} and ${max} with mean ${mean} cannot have variance ${variance}. Widen the range.`,
    );
  if (step !== undefined && !(step > 0 && step < Infinity))
    refuse('value_out_of_range', `A step must be a finite number above 0; it is ${step}.`);
}

/** The variance of the estimate over all samples, before any noise. */
export function samplingVariance(statistic: Statistic, design: Design, drawn: RealisedSample): number {
  switch (statistic.kind) {
    case 'count':
      return totalVariance(ofShare(statistic.share, design), design, drawn);
    case 'histogram':
      return statistic.shares.reduce((sum, share) => sum + totalVariance(ofShare(share, design), design, drawn), 0);
    case 'sum':
      return totalVariance(statistic, design, drawn);
    case 'mean':
      return meanVariance(statistic, design, drawn);
    case 'variance':
      return varianceVariance(statistic, design, drawn);
  }
}

/**
 * How much a sample's variance varies. With replacement the draws are independent: (m4 - m2^2·(n-3)/(n-1))/n, moments of
 * the population. Without, by Tukey's polykays: (1/n - 1/N)·K4 + 2(1/(n-1) - 1/(N-1))·K22. Both exact; for coins, whose
 * number of units is only expected, to first order.
 */
function varianceVariance(
  { variance, kurtosis }: { readonly variance: number; readonly kurtosis: number },
  { scheme, population }: Design,
  { rate, size }: RealisedSample,
): number {
  if (rate === 1 && scheme !== 'with-replacement') return 0;
  if (!(size >= VARIANCE_UNITS_LEAST))
    return refuse(
      'value_out_of_range',
      `A variance needs at least ${VARIANCE_UNITS_LEAST} units in the sample; at rate ${rate} there are ${size}. Use a higher rate.`,
    );
  const square = variance ** 2;
  if (scheme === 'with-replacement') {
    const shrunk = square * ((population - 1) / population) ** 2;
    return (kurtosis * square - (shrunk * (size - 3)) / (size - 1)) / size;
  }
  const { fourth, squared } = polykays(square, kurtosis * square, population);
  return (1 / size - 1 / population) * fourth + 2 * (1 / (size - 1) - 1 / (population - 1)) * squared;
}

/** One unit alone has no variance to tell. */
const VARIANCE_UNITS_LEAST = 2;

/** Whether a sample of so many units has the statistic at all. */
export const isDefined = ({ kind }: Statistic, { rate, size }: RealisedSample): boolean =>
  kind !== 'variance' || rate === 1 || size >= VARIANCE_UNITS_LEAST;

/** K4 and K22 of a population; of three units or fewer K4 is not defined, and is taken as of many. */
function polykays(square: number, moment: number, units: number): { fourth: number; squared: number } {
  if (units <= 3) return { fourth: moment - 3 * square, squared: square };
  const shrunk = square * ((units - 1) / units) ** 2;
  const fourth =
    (units ** 2 * ((units + 1) * moment - 3 * (units - 1) * shrunk)) / ((units - 1) * (units - 2) * (units - 3));
  return { fourth, squared: ((square - fourth / units) * (units - 1)) / (units + 1) };
}

/** A property is a value of 0 or 1. */
const ofShare = (share: number, { population }: Design): Moments => ({
  mean: share,
  variance: (share * (1 - share) * population) / (population - 1),
});

/** Exact without replacement and with; to first order where coins are thrown, whose number of units is only expected. */
function meanVariance({ variance }: Moments, { scheme, population }: Design, { rate, size }: RealisedSample): number {
  if (scheme === 'with-replacement') return (variance * (population - 1)) / population / size;
  return ((1 - rate) * variance) / size;
}

/** Of the sample's total divided by the rate. Coins vary the number of units too. */
function totalVariance(moments: Moments, design: Design, drawn: RealisedSample): number {
  const { population, scheme } = design;
  if (scheme !== 'bernoulli') return population ** 2 * meanVariance(moments, design, drawn);
  const squares = (population - 1) * moments.variance + population * moments.mean ** 2;
  return (squares * (1 - drawn.rate)) / drawn.rate;
}

/**
 * The numbers that get noise. Where sizes are secret a mean is made of a sum and a count, a variance of those and a sum of
 * squares, all taken from the middle of the range, and privacy is divided equally among them.
 */
export function noisyParts(statistic: Statistic, design: Design, drawn: RealisedSample): readonly NoisyPart[] {
  const replaceOne = design.relation === 'replace-one';
  switch (statistic.kind) {
    case 'count':
      return [part(1, 1 / drawn.rate, 1)];
    case 'histogram': {
      const sum = replaceOne ? 2 : 1;
      const sensitivity = { sum, euclidean: Math.sqrt(sum), step: 1 };
      return [{ sensitivity, slope: 1 / drawn.rate, entries: statistic.shares.length }];
    }
    case 'sum': {
      const { min, max, step } = statistic;
      return [part(replaceOne ? max - min : Math.max(Math.abs(min), Math.abs(max)), 1 / drawn.rate, step)];
    }
    case 'mean':
      return replaceOne
        ? [part(statistic.max - statistic.min, 1 / drawn.size, statistic.step)]
        : partsOfMean(statistic, drawn.size);
    case 'variance':
      return replaceOne
        ? [part((statistic.max - statistic.min) ** 2, 1 / drawn.size, squaredStep(statistic.step))]
        : partsOfVariance(statistic, drawn.size);
  }
}

const part = (sensitivity: number, slope: number, step: number | undefined): NoisyPart => ({
  sensitivity: { sum: sensitivity, euclidean: sensitivity, step },
  slope,
  entries: 1,
});

const squaredStep = (step: number | undefined): number | undefined => step && step ** 2;

function partsOfMean({ mean, min, max, step }: Moments & Bounds, size: number): NoisyPart[] {
  const fromMiddle = mean - (min + max) / 2;
  return [part((max - min) / 2, 1 / size, step), part(1, fromMiddle / size, 1)];
}

function partsOfVariance({ mean, variance, min, max, step }: Moments & Bounds, size: number): NoisyPart[] {
  const fromMiddle = mean - (min + max) / 2;
  const half = (max - min) / 2;
  return [
    part(half ** 2, 1 / size, squaredStep(step)),
    part(half, (2 * fromMiddle) / size, step),
    part(1, (fromMiddle ** 2 - variance) / size, 1),
  ];
}

/** What a replaced unit costs, in terms of one added or removed, when noise is made for the latter. */
export function substitutionRatioOf(statistic: Statistic): number {
  if (statistic.kind === 'count') return 1;
  if (statistic.kind !== 'sum') return 2;
  const { min, max } = statistic;
  return Math.max(1, Math.min(2, (max - min) / Math.max(Math.abs(min), Math.abs(max))));
}
