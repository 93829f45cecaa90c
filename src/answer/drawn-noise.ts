/** The noise of one statistic: drawn, how far it goes, and the noisy number as it is released. */
import { halfWidth, type Noise } from '../noise/index.ts';
import { toNumber } from '../numerics/index.ts';
import type { Noisy } from '../plan/estimates/index.ts';
import type { EngineStatistic, GroupResult } from '../plan/index.ts';

export interface DrawnNoise {
  readonly noise: Noise;
  /** With noise that is drawn anew, but for the count that a group was shown by. */
  noisy(exact: bigint, group: GroupResult): bigint;
  /** What it exceeds, in either direction, with at most this probability. */
  reach(probability: number): number;
}

/** The same few probabilities are asked of all groups. */
export function reachOf(noise: Noise): DrawnNoise['reach'] {
  const known = new Map<number, number>();
  return probability => {
    const reach = known.get(probability) ?? halfWidth(noise, probability);
    known.set(probability, reach);
    return reach;
  };
}

/** Noise practically never goes farther. */
const NEVER = 1e-9;

/**
 * In whole ones, whatever the resolution. Where noise is so small that a whole number is the likely truth, it is released; numbers
 * and totals are also rounded where noise hides fractions anyway. Rounding is within the error and the interval.
 */
export function inWholeOnes(
  drawn: bigint,
  { noise, reach }: DrawnNoise,
  probability: number,
  { kind, resolution }: EngineStatistic,
): Noisy {
  const parts = Number(resolution);
  const exact = Number(drawn) / parts;
  const whole = Math.round(exact) + 0; // and never -0
  const farthest = reach(NEVER) / parts;
  const isWhole = farthest < 0.25 ? Math.abs(exact - whole) <= farthest : kind !== 'weighted' && kind !== 'product';
  const value = isWhole ? whole : exact;
  return {
    value,
    variance: noise.variance / parts ** 2 + (exact - value) ** 2,
    halfWidth: reach(probability) / parts + Math.abs(exact - value),
    law: { kind: noise.kind, scale: toNumber(noise.scale, 'nearest') / parts, step: 1 / parts },
  };
}
