/** Where the ratio of two totals lies, a sum of values to the number of rows that they are of. */
import { invariant } from '../../vocabulary/index.ts';
import type { Centring } from '../checked-plan.ts';
import { leaning } from './bought.ts';
import { around, clip, type Interval, over, overlap } from './interval.ts';
import type { Noisy } from './noisy.ts';
import { expectedWithin, normalReach, skewReach } from './sampled-total.ts';

/** What one row adds to the centred sum. */
export const perRow = ({ centre, low, high }: Centring): Interval => [Number(low - centre), Number(high - centre)];

/** Of more rows than noise may have made of none. */
export function ratioWithin(values: Interval, sum: Noisy, rows: Noisy): Interval {
  return rows.sampled === undefined ? over(around(sum), around(rows)) : sampledRatio(values, sum, rows);
}

/** The variance that sampling gives to sum - ratio·rows, where values vary about the ratio by `spread` at most. */
export function samplingVariance(rows: Noisy, spread: number): number {
  if (rows.sampled === undefined) return 0;
  const { chance, rowsPerUnit } = rows.sampled;
  return chance.left * rowsPerUnit * rows.value * spread;
}

/**
 * All ratios m for which sum - m·rows, zero but for chance, is as small as noise and sampling make it (Fieller, 1954).
 * Units of at most k rows, of values from low to high with mean m, vary it by at most
 * (1-b)·k·(expected rows)·(high - m)(m - low), however the values lie (Bhatia and Davis, 2000).
 */
function sampledRatio(values: Interval, sum: Noisy, rows: Noisy): Interval {
  const [low, high] = values;
  const { sampled } = rows;
  invariant(sampled !== undefined, 'a ratio of a sample is of statistics that were sampled');
  const { chance, rowsPerUnit } = sampled;
  const [, rowsMost] = expectedWithin(rows);
  const spread = normalReach(sampled) ** 2 * chance.left * rowsPerUnit * rowsMost;
  const parabola = [-spread * low * high, spread * (low + high), -spread] as const;
  const skewed = skewReach(sampled) * rowsPerUnit;
  // as if so many rows at one end were drawn too many, or at rates above one half too few at the other
  const shifted = (rare: number, missed: number): readonly [number, number] =>
    (chance.rate ?? 0) <= 0.5
      ? [sum.value - skewed * rare, rows.value - skewed]
      : [sum.value + skewed * missed, rows.value + skewed];
  const tested = { sum, rows, parabola };
  return clip([endOf(shifted(high, low), -1, low, tested), endOf(shifted(low, high), 1, high, tested)], low, high);
}

interface Tested {
  readonly sum: Noisy;
  readonly rows: Noisy;
  /** The square of how far sampling alone may put sum - m·rows off: first + second·m + third·m². */
  readonly parabola: readonly [number, number, number];
}

/** The last ratio in a direction, up to the farthest there is, that a total and a number leave possible. */
function endOf(
  [total, number]: readonly [number, number],
  sign: 1 | -1,
  farthest: number,
  { sum, rows, parabola }: Tested,
): number {
  const [constant, slope, curve] = parabola;
  const off = Math.max(0, constant + slope * farthest + curve * farthest ** 2);
  const square = number ** 2 - rows.halfWidth ** 2 - curve;
  const reaches =
    sign * (farthest * number - total) <= Math.hypot(sum.halfWidth, farthest * rows.halfWidth, Math.sqrt(off));
  if (reaches || !(number > 0 && square > 0)) return farthest;
  const half = total * number + slope / 2;
  const rest = total ** 2 - sum.halfWidth ** 2 - constant;
  return (half + sign * Math.sqrt(Math.max(0, half ** 2 - square * rest))) / square;
}

/** The same with the variance of sum - m·rows that was paid for, in place of the most that it could be. */
export function boughtRatio(values: Interval, sum: Noisy, rows: Noisy, { unitMost, variance }: BoughtSpread): Interval {
  const { sampled } = rows;
  invariant(sampled !== undefined, 'intervals are bought of samples');
  const [low, high] = values;
  const [total, number] = [sum.value, rows.value];
  const parabola = [normalReach(sampled) ** 2 * variance, 0, 0] as const;
  const skewed = leaning(sampled, unitMost);
  const tested = { sum, rows, parabola };
  const within = clip(
    [endOf([total - skewed, number], -1, low, tested), endOf([total + skewed, number], 1, high, tested)],
    low,
    high,
  );
  return overlap(within, sampledRatio(values, sum, rows));
}

export interface BoughtSpread {
  /** The most that one unit adds to sum - m·rows, or takes away. */
  readonly unitMost: number;
  /** That sampling gives it. */
  readonly variance: number;
}
