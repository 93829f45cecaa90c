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
} from '../../numerics/fft/index.ts';
import { type Aim, cumulant, extent, type LatticeTerm, reachOf } from './aim.ts';
import type { Lattice } from './lattice.ts';
import { UNIT } from './pair.ts';
import { type CentredMasses, spectralPower } from './spectral-power.ts';

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

/** Each kind of step is transformed, and their product back: so many times there and back. */
export const passesOf = (terms: readonly LatticeTerm[]): number => (terms.length + 1) / 2;

/** A window of lattice points that holds the reach; undefined where one transform cannot. */
function windowOf(terms: readonly LatticeTerm[], aim: Aim, step: number, most: number): Window | undefined {
  const reach = reachOf(terms, aim);
  const ends = extent(terms);
  const first = Math.max(Math.floor(reach.low / step) - 1, ends.first);
  const last = Math.min(Math.ceil(reach.high / step) + 1, ends.last);
  const reached = last - first + 1;
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, reached)));
  if (!(size <= transformSizeMax && size * passesOf(terms) <= most)) return undefined;
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

interface Effort {
  readonly transforms?: Transforms;
  /** Whether coefficients may be summed term by term where a transform's error is large: as slow as a hundred transforms. */
  readonly sines?: boolean;
  /** How many points all passes over a window may have together. */
  readonly most?: number;
}

/** The distribution of the sum, or undefined where its window has more points than one transform may. */
export function convolve(
  terms: readonly LatticeTerm[],
  aim: Aim,
  { transforms = newTransforms(), sines = true, most = Infinity }: Effort = {},
): Convolved | undefined {
  const { tilt } = aim;
  const step = terms[0].lattice.step;
  const window = windowOf(terms, aim, step, most);
  if (window === undefined) return undefined;
  const transform = transforms(window.size);
  const product = spectralPower(window.size);
  const signal = new Float64Array(window.size);
  let spectrum: Spectrum | undefined;
  let [logScale, scaleError, centre] = [0, 0, 0];
  for (const { lattice, count } of terms) {
    const law = centred(lattice, tilt, window.size);
    fillDifference(signal, law);
    spectrum = transform.forward(signal, spectrum);
    product.multiply(spectrum, law, { count, error: elementError(window.size), sines });
    logScale += count * law.logTotal;
    scaleError += count * (law.error + 4 * UNIT * (1 + Math.abs(law.logTotal)));
    centre += count * law.centre;
  }
  const masses = transform.inverse(product.spectrum, signal);
  rotate(masses, modulo(window.first - centre, window.size));
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

interface CentredLaw extends CentredMasses {
  /** The lattice point that was moved to 0. */
  readonly centre: number;
  /** Logarithm of what the tilted masses were divided by. */
  readonly logTotal: number;
}

/** The tilted masses, divided by their sum, around the heaviest point or, where none holds half of them, their mean. */
function centred(lattice: Lattice, tilt: number, size: number): CentredLaw {
  const { masses, first, step } = lattice;
  const { value, mean } = cumulant(lattice, tilt);
  const weights = new Float64Array(masses.length);
  let [largest, heaviest, kept] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    if (!(masses[i] > 0)) continue;
    const exponent = tilt * (first + i) * step - value;
    weights[i] = masses[i] * Math.exp(exponent);
    largest = Math.max(largest, Math.abs(exponent));
    if (weights[i] > weights[heaviest]) heaviest = i;
    if (weights[i] > 0) kept += 1;
  }
  const middle = Math.min(Math.max(Math.round(mean / step) - first, 0), masses.length - 1);
  const centre = weights[heaviest] > 0.5 ? heaviest : middle;
  const [positions, off] = [new Int32Array(kept), new Float64Array(kept)];
  let [next, rest, lost] = [0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    if (i === centre || !(weights[i] > 0)) continue;
    positions[next] = modulo(i - centre, size);
    off[next++] = weights[i];
    const term = weights[i] - lost;
    const sum = rest + term;
    lost = sum - rest - term;
    rest = sum;
  }
  // the cumulant's plain sum of many masses is off by a few of its last digits
  const total = rest + weights[centre];
  return {
    centre: first + centre,
    logTotal: value + Math.log(total),
    positions: positions.subarray(0, next),
    masses: off.subarray(0, next).map(mass => mass / total),
    rest: rest / total,
    error: UNIT * (12 + 3 * largest),
  };
}

/** Masses at their positions, less all of them at 0: what the law's spectrum has beyond 1. */
function fillDifference(signal: Float64Array, { positions, masses, rest }: CentredMasses): void {
  signal.fill(0);
  for (let i = 0; i < masses.length; i++) signal[positions[i]] += masses[i];
  signal[0] -= rest;
}

/** Turns the array so that index `start` comes first. */
function rotate(array: Float64Array, start: number): void {
  if (start === 0) return;
  const head = array.slice(0, start);
  array.copyWithin(0, start);
  array.set(head, array.length - start);
}
