/**
 * Adds up many independent lattice variables: tilt, transform, raise to powers, transform back.
 * Tilted, the part that is asked about is where doubles are exact relative to it; every rounding, and everything that
 * falls outside the window, is bounded and charged, never ignored.
 */
import {
  elementError,
  type RealTransform,
  realTransform,
  type Spectrum,
  transformSizeMax,
} from '../../numerics/index.ts';
import { type Aim, cumulant, extent, reachOf, type Term } from './aim.ts';
import type { Lattice } from './lattice.ts';
import { UNIT } from './pair.ts';

/** The tilted masses of the sum inside a window, and how far each kind of error may reach. */
export interface Convolved {
  readonly step: number;
  /** masses[j] belongs to the loss (first + j)·step. */
  readonly first: number;
  readonly masses: Float64Array;
  /** How many of these the reach takes. */
  readonly reached: number;
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

interface Window {
  readonly first: number;
  readonly reached: number;
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
  const reached = last - first + 1;
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, reached)));
  if (!(size <= transformSizeMax)) return undefined;
  return {
    first,
    reached,
    size,
    below: first === ends.first ? 0 : aim.outside,
    above: first + size > ends.last ? 0 : aim.outside,
  };
}

/** Plans of transforms by size: making one takes as long as using it. */
export type Transforms = (size: number) => RealTransform;

export function newTransforms(): Transforms {
  const made = new Map<number, RealTransform>();
  return size => {
    const transform = made.get(size) ?? realTransform(size);
    if (!made.has(size)) made.clear(); // a workload grows finer: the sizes before will not come back
    made.set(size, transform);
    return transform;
  };
}

/** The distribution of the sum, or undefined where its window has more points than one transform may. */
export function convolve(terms: readonly Term[], aim: Aim, transforms = newTransforms()): Convolved | undefined {
  const { tilt } = aim;
  const step = terms[0].lattice.step;
  const window = windowOf(terms, aim, step);
  if (window === undefined) return undefined;
  const transform = transforms(window.size);
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
    reached: window.reached,
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
