/** A mean from the centred sum of values and their number. */
import { toNumber } from '../../numerics/index.ts';
import type { Centred } from '../checked-plan.ts';
import { clip, holding, shift } from './interval.ts';
import type { Estimate, Noisy } from './noisy.ts';
import { perRow, ratioWithin, samplingVariance } from './ratio.ts';

/** centre + sum/rows, within the public range; rows count as at least one. */
export function meanOf(of: Centred, sum: Noisy, rows: Noisy): Estimate {
  const unit = toNumber(of.step, 'nearest');
  const [centre, least, most] = [Number(of.centre), Number(of.low), Number(of.high)];
  const number = Math.max(1, Number(rows.value));
  const distance = Number(sum.value) / number;
  const [mean] = clip([centre + distance, 0], least, most);
  const sampling = samplingVariance(rows, (most - mean) * (mean - least));
  const deviation = Math.sqrt(sum.variance + distance ** 2 * rows.variance + sampling) / number;
  const interval = clip(shift(ratioWithin(perRow(of), sum, rows, 1), centre), least, most);
  const [low, high] = rows.sampled === undefined ? interval : holding(interval, mean);
  return Object.freeze({
    estimate: mean * unit,
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, most - least) * unit,
    interval95: Object.freeze([low * unit, high * unit] as const),
  });
}
