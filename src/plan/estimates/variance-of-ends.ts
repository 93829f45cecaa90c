/** A sample variance from the squares of both distances of values from the ends of their range, and twice their product between them. */
import { toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { Centring } from '../checked-plan.ts';
import { reachOf } from './combined-noises.ts';
import { clip, type Interval } from './interval.ts';
import { type Estimate, type Noisy, type Withheld, withheld } from './noisy.ts';

/**
 * Of three sums a, b and c that add up to W² a row: their total t counts the rows, and a variance in parts of W² is (ac - b²/4)/t².
 * To first order the noises of all three move it by their slopes, and it is as far off as these together reach: at ten rows' worth of
 * noise too, the interval holds the truth 94 times in 100, and more often where the variance is none and only one side is left.
 */
export function varianceOfEnds(of: Centring, noisy: readonly Noisy[], missed: number): Estimate | Withheld {
  const { law } = noisy[0];
  invariant(law !== undefined && noisy.length === 3, 'three sums come with the law of their noise');
  const width = Number(of.high - of.low) * toNumber(of.step, 'nearest');
  // of two values at both ends
  const range: Interval = [0, 1 / 2];
  const inUnits = ([low, high]: Interval): Interval => Object.freeze([low * width ** 2, high * width ** 2] as const);
  const square = Number(of.high - of.low) ** 2;
  const total = noisy.reduce((sum, { value }) => sum + value, 0);
  if (!(total - reachOf(law, [1, 1, 1], missed) > square)) return withheld('too_few', inUnits(range));
  const [a, b, c] = noisy.map(({ value }) => value / total);
  const rows = total / square;
  const spread = a * c - b ** 2 / 4;
  const exact = (spread * rows) / (rows - 1);
  const mean = b / 2 + c;
  const ofTotal = 2 * mean ** 2 - c - spread / (rows - 1);
  const slopes = [ofTotal, ofTotal - mean, ofTotal + 1 - 2 * mean].map(slope => slope / (rows - 1) / square);
  const reach = reachOf(law, slopes, missed);
  const deviation = Math.hypot(...slopes.map((slope, i) => slope * Math.sqrt(noisy[i].variance)));
  const [estimate] = clip([exact, 0], ...range);
  return Object.freeze({
    estimate: estimate * width ** 2,
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, range[1]) * width ** 2,
    interval95: inUnits(clip([exact - reach, exact + reach], ...range)),
  });
}
