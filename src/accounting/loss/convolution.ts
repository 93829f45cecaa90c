/**
 * Adds up many independent lattice variables: tilt, transform, raise to powers, transform back.
 * Tilting by exp(theta·loss) puts the part that is asked about in the middle, where doubles are exact relative to
 * it; every rounding and everything that falls outside the window is bounded and charged, never ignored.
 */
import { elementError, realTransform, type Spectrum, transformSizeMax } from '../../numerics/index.ts';
import type { Lattice } from './lattice.ts';
import { UNIT } from './pair.ts';

export interface Term {
  readonly lattice: Lattice;
  readonly count: number;
}

/** The tilted masses of the sum inside a window, and how far each kind of error may reach. */
export interface Convolved {
  readonly step: number;
  /** masses[j] belongs to the loss (first + j)·step. */
  readonly first: number;
  readonly masses: Float64Array;
  readonly tilt: number;
  /** Logarithm of what the tilted masses were divided by: mass at loss y is masses[j]·exp(logScale - tilt·y). */
  readonly logScale: number;
  /** Bounds on the masses' errors: the Euclidean norm of all, and any single one. */
  readonly error: number;
  readonly elementError: number;
  /** Tilted mass of the sum that may lie below and above the window (it comes back in at the other end). */
  readonly outside: { readonly below: number; readonly above: number };
  /** Relative error of the scale. */
  readonly scaleError: number;
}

/** ln sum p_i exp(theta·l_i) over the lattice's finite losses, with mean and variance under the tilt. */
export interface Cumulant {
  readonly value: number;
  readonly mean: number;
  readonly variance: number;
}

export function cumulant({ masses, first, step }: Lattice, tilt: number): Cumulant {
  const shift = roughMaximum(masses, tilt * step) + tilt * first * step;
  let [sum, sumOfLoss, sumOfSquare] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    if (!(masses[i] > 0)) continue;
    const loss = (first + i) * step;
    const weight = masses[i] * Math.exp(tilt * loss - shift);
    sum += weight;
    sumOfLoss += weight * loss;
    sumOfSquare += weight * loss * loss;
  }
  const mean = sumOfLoss / sum;
  return { value: shift + Math.log(sum), mean, variance: Math.max(0, sumOfSquare / sum - mean * mean) };
}

/** About the largest ln(mass) + slope·i, so that exponentials relative to it neither overflow nor vanish. */
function roughMaximum(masses: Float64Array, slope: number): number {
  const stride = Math.max(1, masses.length >> 9);
  let largest = -Infinity;
  for (let i = 0; i < masses.length; i++) {
    if (i % stride !== 0 && i + stride < masses.length && i > stride) continue;
    if (masses[i] > 0) largest = Math.max(largest, Math.log(masses[i]) + slope * i);
  }
  return largest === -Infinity ? 0 : largest;
}

export function totalCumulant(terms: readonly Term[], tilt: number): Cumulant {
  const total = { value: 0, mean: 0, variance: 0 };
  for (const { lattice, count } of terms) {
    const { value, mean, variance } = cumulant(lattice, tilt);
    total.value += count * value;
    total.mean += count * mean;
    total.variance += count * variance;
  }
  return total;
}

/** Where to look: a tilt, and the two slopes whose Chernoff bounds hold the tilted sum together most tightly. */
export interface Aim {
  readonly tilt: number;
  readonly slopes: { readonly down: number; readonly up: number };
  /** Tilted mass that may fall outside the window on either side. */
  readonly outside: number;
}

/**
 * Aims at the point where the sum's tail, up (1) or down (-1), has about the wanted size: the saddle point.
 * Any aim gives valid bounds; this one gives the sharpest.
 */
export function aimAtMass(terms: readonly Term[], logMass: number, sign: 1 | -1, outside: number): Aim {
  const { value } = totalCumulant(terms, 0);
  return aimed(
    terms,
    firstTilt(terms, sign, (tilted, tilt) => tilted.value - value - tilt * tilted.mean <= logMass),
    outside,
  );
}

/** Aims at a loss: the sum's mean is brought there, if it is not there or beyond already. */
export const aimAtLoss = (terms: readonly Term[], loss: number, outside: number): Aim =>
  aimed(
    terms,
    firstTilt(terms, 1, ({ mean }) => mean >= loss),
    outside,
  );

/** The least tilt (roughly) at which `enough` holds, or at which next to nothing is left to tilt. */
function firstTilt(terms: readonly Term[], sign: 1 | -1, enough: (tilted: Cumulant, tilt: number) => boolean): number {
  const step = terms[0].lattice.step;
  const unit = sign / Math.max(Math.sqrt(totalCumulant(terms, 0).variance), step);
  const reached = (size: number): boolean => {
    const tilted = totalCumulant(terms, unit * size);
    return enough(tilted, unit * size) || tilted.variance <= step * step;
  };
  if (reached(0)) return 0;
  let [low, high] = [0, 0.25];
  while (!reached(high) && high < 2 ** 20) [low, high] = [high, 2 * high];
  for (let i = 0; i < 6; i++) {
    const middle = (low + high) / 2;
    if (reached(middle)) high = middle;
    else low = middle;
  }
  return unit * low;
}

/** Aims with a given tilt. */
export function aimed(terms: readonly Term[], tilt: number, outside: number): Aim {
  const centre = totalCumulant(terms, tilt);
  const deviation = Math.max(Math.sqrt(centre.variance), terms[0].lattice.step);
  const best = (sign: 1 | -1): number => {
    let [slope, reach] = [sign / deviation, Infinity];
    for (let factor = 0.02; factor < 12; factor *= 1.5) {
      const candidate = (sign * factor) / deviation;
      const distance = chernoff(terms, { tilt, centre: centre.value, slope: candidate, outside }) - centre.mean;
      if (sign * distance < reach) [slope, reach] = [candidate, sign * distance];
    }
    return slope;
  };
  return { tilt, slopes: { down: best(-1), up: best(1) }, outside };
}

/**
 * The loss beyond which (above it for a positive slope, below it for a negative one) little of the tilted sum lies.
 *   Says     the tilted mass beyond a is at most exp(K(theta+s) - K(theta) - s·a), for either sign of s
 *   Assumes  K is the logarithm of the moment generating function of the sum
 *   Rounds   outwards, by the caller: to whole lattice points and one more
 *   Source   Chernoff's bound
 */
export function chernoff(
  terms: readonly Term[],
  { tilt, centre, slope, outside }: { tilt: number; centre: number; slope: number; outside: number },
): number {
  return (totalCumulant(terms, tilt + slope).value - centre - Math.log(outside)) / slope;
}

/** Losses between which all but a negligible part of the tilted sum lies. */
export function reachOf(terms: readonly Term[], { tilt, slopes, outside }: Aim): { low: number; high: number } {
  const step = terms[0].lattice.step;
  const centre = totalCumulant(terms, tilt).value;
  const ends = extent(terms);
  return {
    low: Math.max(chernoff(terms, { tilt, centre, slope: slopes.down, outside }), ends.first * step),
    high: Math.min(chernoff(terms, { tilt, centre, slope: slopes.up, outside }), ends.last * step),
  };
}

interface Window {
  readonly first: number;
  readonly size: number;
  readonly below: number;
  readonly above: number;
}

/** A window of lattice points that holds the reach; undefined where one transform cannot. */
function windowOf(terms: readonly Term[], aim: Aim, step: number): Window | undefined {
  const reach = reachOf(terms, aim);
  const ends = extent(terms);
  const first = Math.max(Math.floor(reach.low / step) - 1, ends.first);
  const last = Math.min(Math.ceil(reach.high / step) + 1, ends.last);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, last - first + 1)));
  if (!(size <= transformSizeMax)) return undefined;
  return {
    first,
    size,
    below: first === ends.first ? 0 : aim.outside,
    above: first + size > ends.last ? 0 : aim.outside,
  };
}

/** All lattice points that the sum can reach. */
function extent(terms: readonly Term[]): { first: number; last: number } {
  let [first, last] = [0, 0];
  for (const { lattice, count } of terms) {
    first += count * lattice.first;
    last += count * (lattice.first + lattice.masses.length - 1);
  }
  return { first, last };
}

/** The distribution of the sum, or undefined where its window has more points than one transform may. */
export function convolve(terms: readonly Term[], aim: Aim): Convolved | undefined {
  const { tilt } = aim;
  const step = terms[0].lattice.step;
  const window = windowOf(terms, aim, step);
  if (window === undefined) return undefined;
  const transform = realTransform(window.size);
  const product = powerSpectrum(window.size);
  const signal = new Float64Array(window.size);
  let spectrum: Spectrum | undefined;
  let [logScale, scaleError] = [0, 0];
  for (const { lattice, count } of terms) {
    const { value } = cumulant(lattice, tilt);
    const inputError = fillTilted(signal, lattice, tilt, value);
    spectrum = transform.forward(signal, spectrum);
    product.multiply(spectrum, count, elementError(window.size) + inputError);
    logScale += count * value;
    scaleError += count * (inputError + 4 * UNIT * (1 + Math.abs(value)));
  }
  const masses = transform.inverse(product.spectrum, signal);
  rotate(masses, modulo(window.first, window.size));
  const errors = product.errors();
  const inverseError = elementError(window.size) * errors.absoluteSum;
  return {
    step,
    first: window.first,
    masses,
    tilt,
    logScale,
    error: errors.norm + inverseError / Math.sqrt(window.size),
    elementError: errors.element + inverseError / window.size,
    outside: { below: window.below, above: window.above },
    scaleError,
  };
}

const modulo = (a: number, n: number): number => ((a % n) + n) % n;

/** Writes the tilted, normalised masses at their lattice index modulo the size; returns their relative error. */
function fillTilted(signal: Float64Array, lattice: Lattice, tilt: number, logTotal: number): number {
  signal.fill(0);
  const { masses, first, step } = lattice;
  let position = modulo(first, signal.length);
  let largest = 0;
  for (let i = 0; i < masses.length; i++) {
    const exponent = tilt * (first + i) * step - logTotal;
    if (masses[i] > 0) {
      signal[position] += masses[i] * Math.exp(exponent);
      largest = Math.max(largest, Math.abs(exponent));
    }
    if (++position === signal.length) position = 0;
  }
  return UNIT * (8 + 3 * largest + 2 * Math.log2(masses.length + 1));
}

/** A running product of powers of spectra, with a bound on the error of every coefficient. */
function powerSpectrum(size: number) {
  const half = size / 2;
  const real = new Float64Array(half + 1).fill(1);
  const imaginary = new Float64Array(half + 1);
  const relative = new Float64Array(half + 1);
  return {
    spectrum: { real, imaginary },
    /** Multiplies by the count-th power of a spectrum whose coefficients err by at most `error`. */
    multiply(factor: Spectrum, count: number, error: number): void {
      const negligible = Math.exp(-600 / count);
      for (let k = 0; k <= half; k++) {
        let x = factor.real[k];
        let y = factor.imaginary[k];
        const magnitude = Math.sqrt(x * x + y * y);
        if (!(magnitude + error > negligible)) {
          real[k] = 0;
          imaginary[k] = 0;
          continue;
        }
        let a = real[k];
        let b = imaginary[k];
        for (let power = count; power > 0; power = Math.floor(power / 2)) {
          if (power % 2 === 1) [a, b] = [a * x - b * y, a * y + b * x];
          const square = x * x - y * y;
          y = 2 * x * y;
          x = square;
        }
        real[k] = a;
        imaginary[k] = b;
        relative[k] += count * (Math.log1p(error / magnitude) + 4 * UNIT);
      }
    },
    /** Parseval: the Euclidean error of the masses is that of the coefficients over the root of the size. */
    errors(): { norm: number; element: number; absoluteSum: number } {
      let [sum, sumOfSquares, absoluteSum] = [0, 0, 0];
      for (let k = 0; k <= half; k++) {
        const magnitude = Math.sqrt(real[k] * real[k] + imaginary[k] * imaginary[k]);
        const growth = relative[k] < 1e-3 ? relative[k] * 1.001 : Math.expm1(relative[k]);
        const error = magnitude > 0 ? magnitude * growth : 1e-250;
        const times = k === 0 || k === half ? 1 : 2;
        absoluteSum += times * magnitude;
        sum += times * error;
        sumOfSquares += times * error * error;
      }
      return { norm: Math.sqrt(sumOfSquares / size) * 1.001, element: (sum / size) * 1.001, absoluteSum };
    },
  };
}

/** Turns the array so that index `start` comes first. */
function rotate(array: Float64Array, start: number): void {
  if (start === 0) return;
  const head = array.slice(0, start);
  array.copyWithin(0, start);
  array.set(head, array.length - start);
}
