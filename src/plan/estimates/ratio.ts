/** Where the ratio of two totals lies, a sum of values to the number of rows that they are of. */
import { invariant } from '../../vocabulary/index.ts';
import type { Centred } from '../checked-plan.ts';
import { around, clip, type Interval, over, rowsAround } from './interval.ts';
import type { Noisy } from './noisy.ts';
import { expectedWithin, normalReach, skewReach } from './sampled-total.ts';

/** What one row adds to the centred sum. */
export const perRow = ({ centre, low, high }: Centred): Interval => [Number(low - centre), Number(high - centre)];

/** `least` rows there are, whatever their noise says. */
export function ratioWithin(values: Interval, sum: Noisy, rows: Noisy, least: number): Interval {
  return rows.sampled === undefined ? over(around(sum), rowsAround(rows, least)) : sampledRatio(values, sum, rows);
}

/** The variance that sampling gives to sum - ratio·rows, where values vary about the ratio by `spread` at most. */
export function samplingVariance(rows: Noisy, spread: number): number {
  if (rows.sampled === undefined) return 0;
  const { chance, rowsPerUnit } = rows.sampled;
  return chance.left * rowsPerUnit * Math.max(1, Number(rows.value)) * spread;
}

/**
 * All ratios m for which sum - m·rows, zero but for chance, is as small as noise and sampling make it (Fieller, 1954).
 * Units of at most k rows, of values from low to high with mean m, vary it by at most
 * (1-b)·k·(expected rows)·(high - m)(m - low), however the values lie (Bhatia and Davis, 2000).
 */
function sampledRatio([low, high]: Interval, sum: Noisy, rows: Noisy): Interval {
  const { sampled } = rows;
  invariant(sampled !== undefined, 'a ratio of a sample is of statistics that were sampled');
  const { chance, rowsPerUnit } = sampled;
  const [, rowsMost] = expectedWithin(rows);
  const spread = normalReach(sampled) ** 2 * chance.left * rowsPerUnit * rowsMost;
  const skewed = skewReach(sampled) * rowsPerUnit;
  // as if so many rows at one end were drawn too many, or at rates above one half too few at the other
  const shifted = (rare: number, missed: number): readonly [number, number] =>
    (chance.rate ?? 0) <= 0.5
      ? [Number(sum.value) - skewed * rare, Number(rows.value) - skewed]
      : [Number(sum.value) + skewed * missed, Number(rows.value) + skewed];
  const end = ([total, number]: readonly [number, number], sign: 1 | -1, farthest: number): number => {
    const square = number ** 2 - rows.halfWidth ** 2 + spread;
    const reaches = sign * (farthest * number - total) <= Math.hypot(sum.halfWidth, farthest * rows.halfWidth);
    if (reaches || !(number > 0 && square > 0)) return farthest;
    const half = total * number + (spread * (low + high)) / 2;
    const rest = total ** 2 - sum.halfWidth ** 2 + spread * low * high;
    return (half + sign * Math.sqrt(Math.max(0, half ** 2 - square * rest))) / square;
  };
  return clip([end(shifted(high, low), -1, low), end(shifted(low, high), 1, high)], low, high);
}
