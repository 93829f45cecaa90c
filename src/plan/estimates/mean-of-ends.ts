/** A mean from how far values lie from both ends of their range: two sums with noise of one law. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { Centring } from '../checked-plan.ts';
import { chanceBeyond, combined, combinedTotal, reachOf } from './combined-noises.ts';
import { scaledBy } from './estimate.ts';
import { clip, type Interval, leftPossible } from './interval.ts';
import { meanOf } from './mean.ts';
import { type Estimate, type NoiseSize, type Noisy, type Withheld, wholeNumber, withheld } from './noisy.ts';

/** low + width·below/(below + above), where `below` is the sum of the distances from the least value. */
export function meanOfEnds(of: Centring, below: Noisy, above: Noisy, missed: number): Estimate | Withheld {
  const { law } = below;
  invariant(law !== undefined, 'sums of distances come with the law of their noise');
  if (below.sampled !== undefined) return sampledMean(of, below, above, missed);
  const unit = toNumber(of.step, 'nearest');
  const [low, width] = [Number(of.low), Number(of.high - of.low)];
  const both = below.value + above.value;
  if (!(both > reachOf(law, [1, 1], missed))) return withheld('too_few', [low * unit, (low + width) * unit]);
  const part = below.value / both;
  const deviation = Math.sqrt((1 - part) ** 2 * below.variance + part ** 2 * above.variance) / both;
  const [within] = clip([part, 0], 0, 1);
  const [least, most] = partWithin(below.value, both, law, missed);
  const at = (share: number): number => (low + width * share) * unit;
  return Object.freeze({
    estimate: at(within),
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, 1) * width * unit,
    interval95: Object.freeze([at(least), at(most)] as const),
  });
}

/**
 * All parts p of the range for which (1-p)·below - p·above, zero but for noise, is as small as noise makes it but for that chance
 * (Fieller, 1954): the true one is missed just as often as asked for. Both sums exceed their noise together, so that it falls
 * faster in p than its noise could grow, and what is left possible is one interval.
 */
const partWithin = (below: number, both: number, law: NoiseSize, missed: number): Interval =>
  leftPossible(
    part => chanceBeyond(law, [1 - part, part], Math.abs(below - part * both)) >= missed,
    [0, 1],
    below / both,
  );

/**
 * Of a sample, as of a sum about the middle of the range and a number of rows: half the difference of both sums, and both of
 * them over the width. Their noises have one size and are uncorrelated. Counted in half steps, so that the middle is a whole number of them.
 */
function sampledMean(of: Centring, below: Noisy, above: Noisy, missed: number): Estimate | Withheld {
  const { sampled, law } = below;
  invariant(sampled !== undefined && law !== undefined, 'the statistics are of a sample, with the law of their noise');
  const reach = reachOf(law, [1, 1], sampled.probability);
  const variance = below.variance + above.variance;
  const sum = { value: below.value - above.value, variance, halfWidth: reach, sampled };
  const rows = sampledRows(below, above, rational.ratio(1n, of.high - of.low));
  const halves = {
    centre: of.low + of.high,
    low: 2n * of.low,
    high: 2n * of.high,
    step: rational.div(of.step, rational.ratio(2n)),
  };
  return meanOf(halves, sum, rows, { moments: [], missed });
}

/** The number of values that both sums are of; `each` is one over the width of their range. */
export function numberFromEnds(each: Rational, below: Noisy, above: Noisy, missed: number): Estimate {
  if (below.sampled !== undefined) return scaledBy(1, wholeNumber(sampledRows(below, above, each)));
  const factor = toNumber(each, 'nearest');
  return combinedTotal(1, [factor, factor], [below, above], missed);
}

function sampledRows(below: Noisy, above: Noisy, each: Rational): Noisy {
  const { sampled } = below;
  invariant(sampled !== undefined, 'the statistics are of a sample');
  const factor = toNumber(each, 'nearest');
  return {
    ...combined([factor, factor], [below, above], sampled.probability),
    sampled: { ...sampled, low: 0, high: sampled.rowsPerUnit, whole: false },
  };
}
