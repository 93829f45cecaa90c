/** A mean from how far values lie from both ends of their range: sums with noise of one law. */
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
  return meanOfParts(of, { sums: [below, above], shares: [1, 0] }, law, missed);
}

/** The same from the squares of both distances and twice their product, which count half for either end. */
export function meanOfSquares(of: Centring, sums: readonly Noisy[], missed: number): Estimate | Withheld {
  const { law } = sums[0];
  invariant(law !== undefined && sums.length === 3, 'three sums come with the law of their noise');
  return meanOfParts(of, { sums, shares: [0, 1 / 2, 1] }, law, missed);
}

/** Of sums that a row adds the same to altogether; such a share of each is added where a value is the greatest. */
interface Parts {
  readonly sums: readonly Noisy[];
  readonly shares: readonly number[];
}

function meanOfParts(of: Centring, { sums, shares }: Parts, law: NoiseSize, missed: number): Estimate | Withheld {
  const unit = toNumber(of.step, 'nearest');
  const [low, width] = [Number(of.low), Number(of.high - of.low)];
  const all = sums.reduce((sum, { value }) => sum + value, 0);
  const reach = reachOf(
    law,
    shares.map(() => 1),
    missed,
  );
  if (!(all > reach)) return withheld('too_few', [low * unit, (low + width) * unit]);
  const part = sums.reduce((sum, { value }, i) => sum + shares[i] * value, 0) / all;
  const deviation = Math.hypot(...sums.map(({ variance }, i) => (shares[i] - part) * Math.sqrt(variance))) / all;
  const [within] = clip([part, 0], 0, 1);
  const [least, most] = partWithin(part, all, shares, law, missed);
  const at = (share: number): number => (low + width * share) * unit;
  return Object.freeze({
    estimate: at(within),
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, 1) * width * unit,
    interval95: Object.freeze([at(least), at(most)] as const),
  });
}

/**
 * All parts p of the range for which the sums, each times its share less p, are together zero but for noise and as small as noise makes
 * them but for that chance (Fieller, 1954): the true one is missed just as often as asked for. All sums exceed their noise together, so
 * that it falls faster in p than its noise could grow, and what is left possible is one interval.
 */
const partWithin = (found: number, all: number, shares: readonly number[], law: NoiseSize, missed: number): Interval =>
  leftPossible(
    part =>
      chanceBeyond(
        law,
        shares.map(share => share - part),
        Math.abs(found - part) * all,
      ) >= missed,
    [0, 1],
    found,
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
