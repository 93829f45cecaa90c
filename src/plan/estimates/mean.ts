/** A mean from the centred sum of values and their number. */
import { toNumber } from '../../numerics/index.ts';
import type { Centring } from '../checked-plan.ts';
import { boughtVariance, squaresOf, withOneUnit } from './bought.ts';
import { ratioLeft } from './combined-noises.ts';
import { clip, holding, type Interval, shift } from './interval.ts';
import { type Estimate, isAbove, type Noisy, type Withheld, withheld } from './noisy.ts';
import { boughtRatio, perRow, ratioWithin, samplingVariance } from './ratio.ts';
import { normalReach } from './sampled-total.ts';

interface MeanTerms {
  /** Where they were bought. */
  readonly moments: readonly Noisy[];
  /** How often the interval may miss. */
  readonly missed: number;
}

/** centre + sum/rows, within the public range. */
export function meanOf(of: Centring, sum: Noisy, rows: Noisy, { moments, missed }: MeanTerms): Estimate | Withheld {
  const unit = toNumber(of.step, 'nearest');
  const [centre, least, most] = [Number(of.centre), Number(of.low), Number(of.high)];
  if (!isAbove(rows, 0)) return withheld('too_few', [least * unit, most * unit]);
  const number = rows.value;
  const distance = sum.value / number;
  const [mean] = clip([centre + distance, 0], least, most);
  const noise = sum.variance + (mean - centre) ** 2 * rows.variance;
  const { sampling, within } = judged({ of, ratio: mean - centre, noise }, sum, rows, { moments, missed });
  const deviation = Math.sqrt(sum.variance + distance ** 2 * rows.variance + sampling) / number;
  const interval = clip(shift(within, centre), least, most);
  const [low, high] = rows.sampled === undefined ? interval : holding(interval, mean);
  return Object.freeze({
    estimate: mean * unit,
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, most - least) * unit,
    interval95: Object.freeze([low * unit, high * unit] as const),
  });
}

/** Two noises of one kind are judged together; of two kinds the interval covers each. */
function unsampled(of: Centring, sum: Noisy, rows: Noisy, missed: number): Interval {
  const values = perRow(of);
  if (sum.law === undefined || rows.law === undefined || sum.law.kind !== rows.law.kind)
    return ratioWithin(values, sum, rows);
  return ratioLeft([sum, rows], [sum.law, rows.law], values, missed);
}

interface RatioEstimate {
  readonly of: Centring;
  /** The mean less the centre. */
  readonly ratio: number;
  /** The variance that noise gives to sum - ratio·rows. */
  readonly noise: number;
}

interface Judged {
  /** The variance that sampling gives to sum - ratio·rows. */
  readonly sampling: number;
  readonly within: Interval;
}

/** What units add to sum - mean·rows has mean zero, so that its squares, bought by their parts, are all of its variance. */
function judged({ of, ratio, noise }: RatioEstimate, sum: Noisy, rows: Noisy, { moments, missed }: MeanTerms): Judged {
  const values = perRow(of);
  const [low, high] = values;
  const { sampled } = rows;
  if (sampled === undefined) return { sampling: 0, within: unsampled(of, sum, rows, missed) };
  if (moments.length === 0) {
    const sampling = samplingVariance(rows, (high - ratio) * (ratio - low));
    return { sampling, within: ratioWithin(values, sum, rows) };
  }
  const unitMost = sampled.rowsPerUnit * Math.max(high - ratio, ratio - low);
  const squares = withOneUnit(squaresOf([1, -ratio], moments), unitMost);
  const { left } = sampled.chance;
  const variance = boughtVariance(squares, { left, noise, reach: normalReach(sampled) });
  return { sampling: variance, within: boughtRatio(values, sum, rows, { unitMost, variance }) };
}
