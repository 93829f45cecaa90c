/** A mean from how far values lie from both ends of their range: two sums with noise of one law. */
import { rational, toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { Centring } from '../checked-plan.ts';
import { clip, type Interval } from './interval.ts';
import { meanOf } from './mean.ts';
import { type Estimate, type NoiseSize, type Noisy, type Withheld, withheld } from './noisy.ts';
import { chanceBeyond, reachOf, TRIALS } from './two-noises.ts';

const MISSED = 0.05;

/** low + width·below/(below + above), where `below` is the sum of the distances from the least value. */
export function meanOfEnds(of: Centring, below: Noisy, above: Noisy): Estimate | Withheld {
  const { law } = below;
  invariant(law !== undefined, 'sums of distances come with the law of their noise');
  if (below.sampled !== undefined) return sampledMean(of, below, above, law);
  const unit = toNumber(of.step, 'nearest');
  const [low, width] = [Number(of.low), Number(of.high - of.low)];
  const both = below.value + above.value;
  if (!(both > reachOf(law, [1, 1], MISSED))) return withheld('too_few', [low * unit, (low + width) * unit]);
  const part = below.value / both;
  const deviation = Math.sqrt((1 - part) ** 2 * below.variance + part ** 2 * above.variance) / both;
  const [within] = clip([part, 0], 0, 1);
  const [least, most] = partWithin(below.value, both, law);
  const at = (share: number): number => (low + width * share) * unit;
  return Object.freeze({
    estimate: at(within),
    // no estimate is further off than its range is wide
    standardError: Math.min(deviation, 1) * width * unit,
    interval95: Object.freeze([at(least), at(most)] as const),
  });
}

/**
 * All parts p of the range for which (1-p)·below - p·above, zero but for noise, is as small as noise makes it 95 times in 100
 * (Fieller, 1954): the true one is missed just as often as asked for. Both sums exceed their noise together, so that it falls
 * faster in p than its noise could grow, and what is left possible is one interval.
 */
function partWithin(below: number, both: number, law: NoiseSize): Interval {
  const isLeft = (part: number): boolean =>
    chanceBeyond(law, [1 - part, part], Math.abs(below - part * both)) >= MISSED;
  const [inside] = clip([below / both, 0], 0, 1);
  const end = (farthest: number): number => {
    if (isLeft(farthest)) return farthest;
    let [left, gone] = [inside, farthest];
    for (let trial = 0; trial < TRIALS; trial++) {
      const middle = (left + gone) / 2;
      if (isLeft(middle)) left = middle;
      else gone = middle;
    }
    return gone;
  };
  return [end(0), end(1)];
}

/**
 * Of a sample, as of a sum about the middle of the range and a number of rows: half the difference of both sums, and both of
 * them over the width. Their noises have one size and are uncorrelated. Counted in half steps, so that the middle is a whole number of them.
 */
function sampledMean(of: Centring, below: Noisy, above: Noisy, law: NoiseSize): Estimate | Withheld {
  const { sampled } = below;
  invariant(sampled !== undefined, 'the statistics are of a sample');
  const width = Number(of.high - of.low);
  const reach = reachOf(law, [1, 1], sampled.probability);
  const variance = below.variance + above.variance;
  const sum = { value: below.value - above.value, variance, halfWidth: reach, sampled };
  const rows = {
    value: (below.value + above.value) / width,
    variance: variance / width ** 2,
    halfWidth: reach / width,
    sampled: { ...sampled, low: 0, high: sampled.rowsPerUnit, whole: false },
  };
  const halves = {
    centre: of.low + of.high,
    low: 2n * of.low,
    high: 2n * of.high,
    step: rational.div(of.step, rational.ratio(2n)),
  };
  return meanOf(halves, sum, rows, []);
}
