/** Groups that are not public are shown only when so many units are in them that no single one decides it. */
import { type Rational, toNumber, up } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { laplaceNoise, type Noise } from './calibration.ts';

export interface KeySelection {
  readonly noise: Noise;
  /** A key is shown when its noisy number of units is at least this. */
  readonly threshold: bigint;
}

/**
 * Selecting keys by noise and threshold.
 *   Says     with noise of scale k/epsilon on the number of units of each key and threshold t, showing the keys at or
 *            above t costs (epsilon, delta) with delta = k·P(noise >= t - 1): a key that one unit brings alone
 *   Assumes  a unit counts once in each of at most k keys
 *   Rounds   the threshold up
 *   Source   [KKMN09]; [DVGM22]
 */
export function keySelection(keysPerUnit: bigint, epsilon: Rational, delta: number): KeySelection {
  if (!(delta > 0))
    return refuse(
      'delta_needed',
      'Groups not listed in advance need a delta above 0 (partition selection). Group by a public column, or give --delta.',
    );
  const noise = laplaceNoise(keysPerUnit, epsilon);
  const decay = 1 / toNumber(noise.scale, 'up');
  // P(noise >= m) = exp(-decay·m)/(1+exp(-decay)) for m >= 1
  const fails = (m: number): number => up.mul(Number(keysPerUnit), up.exp(up.mul(-decay, m)));
  let m = 1;
  while (!(fails(m) <= delta)) m *= 2;
  let low = m / 2;
  while (m - low > 1) {
    const middle = Math.floor((m + low) / 2);
    if (fails(middle) <= delta) m = middle;
    else low = middle;
  }
  return { noise, threshold: BigInt(m) + 1n };
}
