/** A mean from the centred sum of values and their number. */
import { toNumber } from '../../numerics/index.ts';
import type { Centred } from '../checked-plan.ts';
import { around, clip, over, rowsAround, shift } from './interval.ts';
import type { Estimate, Noisy } from './noisy.ts';

/** centre + sum/rows, within the public range; rows count as at least one. */
export function meanOf({ centre, low, high, step }: Centred, sum: Noisy, rows: Noisy): Estimate {
  const unit = toNumber(step, 'nearest');
  const [least, most] = [Number(low), Number(high)];
  const number = Math.max(1, Number(rows.value));
  const distance = Number(sum.value) / number;
  const [mean] = clip([Number(centre) + distance, 0], least, most);
  const deviation = Math.sqrt(sum.variance + distance ** 2 * rows.variance) / number;
  const interval = clip(shift(over(around(sum), rowsAround(rows, 1)), Number(centre)), least, most);
  return Object.freeze({
    estimate: mean * unit,
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, most - least) * unit,
    interval95: Object.freeze([interval[0] * unit, interval[1] * unit] as const),
  });
}
