/** Sample variance and covariance from centred sums, the centred sum of products, and the number of values. */
import { rational, toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { Centring, CheckedAggregate } from '../checked-plan.ts';
import { boughtVariance, leaning, squaresOf, withOneUnit } from './bought.ts';
import { around, clip, holding, type Interval, minus, over, shift, square, times } from './interval.ts';
import { type Estimate, isAbove, type Noisy, type Withheld, withheld } from './noisy.ts';
import { perRow, ratioWithin, samplingVariance } from './ratio.ts';
import { normalReach } from './sampled-total.ts';
import { varianceOfEnds } from './variance-of-ends.ts';

type Of<Kind> = Extract<CheckedAggregate, { readonly kind: Kind }>;

export function varianceOf(
  { of, square: squared, from }: Of<'variance' | 'standardDeviation'>,
  noisy: readonly Noisy[],
  moments: readonly Noisy[],
  missed: number,
): Estimate | Withheld {
  if (from === 'squares') return varianceOfEnds(of, noisy, missed);
  const [sum, squares, rows] = noisy;
  const range = { unit: unitOf(of, of), least: 0, most: widthOf(of) ** 2 / 2 };
  if (!isAbove(rows, 1)) return tooFew(range);
  const parts = partsOf(sum, sum, squares, rows, squared);
  // one noise moves both factors of the square of the mean
  const slopes = [-2 * parts.left, 1, parts.slopeOfRows];
  const values: Interval = [0, reachOf(of, parts.left) ** 2];
  return momentEstimate(parts, { noisy, slopes, moments, values }, range, () =>
    square(ratioWithin(perRow(of), sum, rows)),
  );
}

export function covarianceOf(
  aggregate: Of<'covariance'>,
  noisy: readonly Noisy[],
  moments: readonly Noisy[],
): Estimate | Withheld {
  const [left, right, products, rows] = noisy;
  const most = (widthOf(aggregate.of) * widthOf(aggregate.with)) / 2;
  const range = { unit: unitOf(aggregate.of, aggregate.with), least: 0 - most, most };
  if (!isAbove(rows, 1)) return tooFew(range);
  const parts = partsOf(left, right, products, rows, aggregate.product);
  const slopes = [-parts.right, -parts.left, 1, parts.slopeOfRows];
  const reach = reachOf(aggregate.of, parts.left) * reachOf(aggregate.with, parts.right);
  const means = () =>
    times(ratioWithin(perRow(aggregate.of), left, rows), ratioWithin(perRow(aggregate.with), right, rows));
  return momentEstimate(parts, { noisy, slopes, moments, values: [-reach, reach] }, range, means);
}

const tooFew = ({ unit, least, most }: Range): Withheld => withheld('too_few', [least * unit, most * unit]);

/** The square root, of both ends too; near zero the error is at most the root of the error. */
export function rootOf(variance: Estimate | Withheld): Estimate | Withheld {
  const ends = (interval: readonly [number, number]) =>
    Object.freeze([Math.sqrt(interval[0]), Math.sqrt(interval[1])] as const);
  const { estimate, standardError, interval95 } = variance;
  if (estimate === null) return { ...variance, interval95: interval95 && ends(interval95) };
  const root = Math.sqrt(estimate);
  return Object.freeze({
    estimate: root,
    standardError: root > 0 ? Math.min(standardError / (2 * root), Math.sqrt(standardError)) : Math.sqrt(standardError),
    interval95: ends(interval95),
  });
}

interface Parts {
  readonly number: number;
  /** Means of the two factors, less their centres. */
  readonly left: number;
  readonly right: number;
  readonly estimate: number;
  /** How much one row more changes the estimate, times number - 1. */
  readonly slopeOfRows: number;
  /** Where the mean product lies, and what n/(n - 1) may be for the rows that are asked about. */
  readonly productInterval: () => Interval;
  readonly correction: Interval;
  readonly sampled: boolean;
}

function partsOf(one: Noisy, other: Noisy, products: Noisy, rows: Noisy, product: Centring): Parts {
  const centre = Number(product.centre);
  const number = rows.value;
  const [left, right] = [one.value / number, other.value / number];
  const mean = products.value / number + centre;
  const estimate = ((mean - left * right) * number) / (number - 1);
  const [few, many] = around(rows);
  const sampled = rows.sampled !== undefined;
  return {
    number,
    left,
    right,
    estimate,
    slopeOfRows: centre + left * right - estimate,
    productInterval: () => shift(ratioWithin(perRow(product), products, rows), centre),
    // a population may be any number of times larger than its sample
    correction: [sampled ? 1 : many / (many - 1), few / (few - 1)],
    sampled,
  };
}

interface Range {
  readonly unit: number;
  readonly least: number;
  readonly most: number;
}

/** `means` is where the product of the means lies: read off a box of statistics, unless more was paid for. */
function momentEstimate(
  parts: Parts,
  linear: Omit<Bought, 'mean'>,
  { unit, least, most }: Range,
  means: () => Interval,
): Estimate {
  const bought = linear.moments.length === 0 ? undefined : boughtReach({ ...linear, mean: parts.estimate });
  const within = bought
    ? shift(over(bought.within, [parts.number - 1, parts.number - 1]), parts.estimate)
    : times(minus(parts.productInterval(), means()), parts.correction);
  const interval = clip(within, least, most);
  const [estimate] = clip([parts.estimate, 0], least, most);
  const [low, high] = parts.sampled ? holding(interval, estimate) : interval;
  const deviation = Math.sqrt(bought?.variance ?? freeVariance(linear, parts.estimate)) / (parts.number - 1);
  return Object.freeze({
    estimate: estimate * unit,
    standardError: Math.min(deviation, most - least) * unit,
    interval95: Object.freeze([low * unit, high * unit] as const),
  });
}

/** Of the sum of slope·statistic, by noise and by sampling at most. */
function freeVariance({ noisy, slopes, values }: Omit<Bought, 'mean'>, mean: number): number {
  const noise = noisy.reduce((sum, { variance }, i) => sum + slopes[i] ** 2 * variance, 0);
  return noise + samplingVariance(noisy[noisy.length - 1], spreadOf(mean, values));
}

const unitOf = (one: Centring, other: Centring): number => toNumber(rational.mul(one.step, other.step), 'nearest');

const widthOf = ({ low, high }: Centring): number => Number(high - low);

/** How far a value may lie from the mean, which is released less its centre. */
function reachOf(of: Centring, mean: number): number {
  const [low, high] = perRow(of);
  return Math.max(high - mean, mean - low);
}

/** The most that values within an interval vary about their mean (Bhatia and Davis, 2000). */
const spreadOf = (mean: number, [low, high]: Interval): number => Math.max(0, (high - mean) * (mean - low));

/** A number that moves with its statistics, to first order, as the sum of slope·statistic does. */
interface Bought {
  /** The last one counts the values. */
  readonly noisy: readonly Noisy[];
  readonly slopes: readonly number[];
  readonly moments: readonly Noisy[];
  /** What is averaged over rows lies in here, and its mean is released. */
  readonly values: Interval;
  readonly mean: number;
}

interface Reach {
  /** Of the sum of slope·statistic, by noise and sampling. */
  readonly variance: number;
  /** Where it lies: about zero. */
  readonly within: Interval;
}

/** What units add to that sum has mean zero, so that its squares are all of its variance. */
function boughtReach({ noisy, slopes, moments, values: [low, high], mean }: Bought): Reach {
  const { sampled } = noisy[noisy.length - 1];
  invariant(sampled !== undefined, 'intervals are bought of samples');
  const { chance, rowsPerUnit } = sampled;
  const noise = noisy.reduce((sum, { variance }, i) => sum + slopes[i] ** 2 * variance, 0);
  const unitMost = rowsPerUnit * Math.max(high - mean, mean - low);
  const squares = withOneUnit(squaresOf(slopes, moments), unitMost);
  const reach = normalReach(sampled);
  const sampling = boughtVariance(squares, { left: chance.left, noise, reach });
  const width = Math.hypot(reach * Math.sqrt(sampling), ...noisy.map(({ halfWidth }, i) => slopes[i] * halfWidth));
  const skewed = leaning(sampled, unitMost);
  return { variance: noise + sampling, within: [-width - skewed, width + skewed] };
}
