/** Sample variance and covariance from centred sums, the centred sum of products, and the number of values. */
import { rational, toNumber } from '../../numerics/index.ts';
import type { Centred, CheckedAggregate } from '../checked-plan.ts';
import { around, clip, type Interval, minus, over, rowsAround, shift, square, times } from './interval.ts';
import type { Estimate, Noisy } from './noisy.ts';

type Of<Kind> = Extract<CheckedAggregate, { readonly kind: Kind }>;

export function varianceOf(
  { of, square: squared }: Of<'variance' | 'standardDeviation'>,
  noisy: readonly Noisy[],
): Estimate {
  const [sum, squares, rows] = noisy;
  const parts = partsOf(sum, sum, squares, rows, squared);
  // one noise moves both factors of the square of the mean
  const slope = 2 * parts.left;
  const variance = slope ** 2 * sum.variance + squares.variance + parts.slopeOfRows ** 2 * rows.variance;
  const means = over(around(sum), parts.rowsInterval);
  return told(parts, variance, square(means), { unit: unitOf(of, of), least: 0, most: widthOf(of) ** 2 / 2 });
}

export function covarianceOf(aggregate: Of<'covariance'>, noisy: readonly Noisy[]): Estimate {
  const [left, right, products, rows] = noisy;
  const parts = partsOf(left, right, products, rows, aggregate.product);
  const variance =
    parts.right ** 2 * left.variance +
    parts.left ** 2 * right.variance +
    products.variance +
    parts.slopeOfRows ** 2 * rows.variance;
  const means = times(over(around(left), parts.rowsInterval), over(around(right), parts.rowsInterval));
  const most = (widthOf(aggregate.of) * widthOf(aggregate.with)) / 2;
  return told(parts, variance, means, { unit: unitOf(aggregate.of, aggregate.with), least: -most, most });
}

/** The square root, of both ends too; near zero the error is at most the root of the error. */
export function rootOf({ estimate, standardError, interval95 }: Estimate): Estimate {
  const root = Math.sqrt(estimate);
  return Object.freeze({
    estimate: root,
    standardError: root > 0 ? Math.min(standardError / (2 * root), Math.sqrt(standardError)) : Math.sqrt(standardError),
    interval95: Object.freeze([Math.sqrt(interval95[0]), Math.sqrt(interval95[1])] as const),
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
  readonly productInterval: Interval;
  readonly rowsInterval: Interval;
}

function partsOf(one: Noisy, other: Noisy, products: Noisy, rows: Noisy, { centre }: Centred): Parts {
  const number = Math.max(2, Number(rows.value));
  const [left, right] = [Number(one.value) / number, Number(other.value) / number];
  const mean = Number(products.value) / number + Number(centre);
  const estimate = ((mean - left * right) * number) / (number - 1);
  const rowsInterval = rowsAround(rows, 2);
  return {
    number,
    left,
    right,
    estimate,
    slopeOfRows: Number(centre) + left * right - estimate,
    productInterval: shift(over(around(products), rowsInterval), Number(centre)),
    rowsInterval,
  };
}

interface Range {
  readonly unit: number;
  readonly least: number;
  readonly most: number;
}

function told(parts: Parts, variance: number, squaredMeans: Interval, { unit, least, most }: Range): Estimate {
  const [few, many] = parts.rowsInterval;
  const correction: Interval = [many / (many - 1), few / (few - 1)];
  const interval = clip(times(minus(parts.productInterval, squaredMeans), correction), least, most);
  const [estimate] = clip([parts.estimate, 0], least, most);
  return Object.freeze({
    estimate: estimate * unit,
    standardError: Math.min(Math.sqrt(variance) / (parts.number - 1), most - least) * unit,
    interval95: Object.freeze([interval[0] * unit, interval[1] * unit] as const),
  });
}

const unitOf = (one: Centred, other: Centred): number => toNumber(rational.mul(one.step, other.step), 'nearest');

const widthOf = ({ low, high }: Centred): number => Number(high - low);
