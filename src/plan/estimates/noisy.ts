/** What estimates are made from, and what they say. */
import type { Rational } from '../../numerics/index.ts';
import type { Chance } from './chance.ts';

/** A statistic with its noise, in whole ones whatever its resolution. */
export interface Noisy {
  readonly value: number;
  /** The variance of its noise. */
  readonly variance: number;
  /** The noise is at most this far off with probability 1 - 0.05/n, where the aggregate makes n statements of it. */
  readonly halfWidth: number;
  /** Of the noise alone. */
  readonly law?: NoiseSize;
  /** Absent where the statistic is of everybody who is asked about. */
  readonly sampled?: Sampled;
}

/** A noise on whole multiples of a step, both in the unit of what it was added to. */
export interface NoiseSize {
  readonly kind: 'discrete-laplace' | 'discrete-gaussian';
  readonly scale: number;
  readonly step: number;
}

/** A statistic of units that were drawn: chance moved it before the noise did. */
export interface Sampled {
  readonly chance: Chance;
  /** What one unit adds to the statistic lies between these. */
  readonly low: number;
  readonly high: number;
  /** Nothing between whole numbers is possible. */
  readonly whole: boolean;
  /** The most rows of one unit that count. */
  readonly rowsPerUnit: number;
  /** With which the noise exceeds the half width. */
  readonly probability: number;
  readonly noise: NoiseLaw;
  /** Uniform from 0 to below 1 and independent of all else: decides what whole numbers leave undecided. */
  readonly lot: number;
  /** Of what units add, squared and summed over the sample, the most to be expected; where signs leave no other bound. */
  readonly squaresMost?: number;
}

export interface NoiseLaw {
  readonly kind: 'discrete-laplace' | 'discrete-gaussian';
  readonly scale: Rational;
}

export interface Estimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly interval95: readonly [number, number];
}

/**
 * Nothing is estimated. `too_few`: what there is to average is within its noise, so that it may be nothing at all; the interval
 * is the public range. `not_drawn`: nobody of this group is in the sample. `undefined`: computed from estimates that leave it
 * without a value, as by dividing by zero.
 */
export interface Withheld {
  readonly estimate: null;
  readonly standardError: null;
  readonly interval95: readonly [number, number] | null;
  readonly reason: 'too_few' | 'not_drawn' | 'undefined';
}

export const withheld = (reason: Withheld['reason'], interval95: Withheld['interval95'] = null): Withheld =>
  Object.freeze({ estimate: null, standardError: null, interval95, reason });

/**
 * A number of rows that may be a fraction, told as a whole one where noise hides fractions anyway, or next to nothing is missing.
 * Rounding is within the error and the interval.
 */
export function wholeNumber(noisy: Noisy): Noisy {
  const whole = nearestWhole(noisy.value);
  const off = Math.abs(noisy.value - whole);
  if (!(isHidden(noisy.variance) || off <= ALMOST)) return noisy;
  return { ...noisy, value: whole, variance: noisy.variance + off ** 2, halfWidth: noisy.halfWidth + off };
}

/** Halves go to the even one of their neighbours: upwards alone they would lean, and halves of whole noises are many. Never -0. */
export function nearestWhole(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (Math.abs(rest - 0.5) <= 1e-9) return below % 2 === 0 ? below : below + 1;
  return (rest < 0.5 ? below : below + 1) + 0;
}

/** Whether noise of this variance hides fractions of one. */
export const isHidden = (variance: number): boolean => variance >= 0.25;

/** What cutting fractions of rows to a public resolution may lack. */
export const ALMOST = 1e-6;

/** Whether there are more than so many, noise considered: decided by what is noisy already, never by what is exact. */
export const isAbove = ({ value, halfWidth }: Noisy, number: number): boolean => value - halfWidth > number;
