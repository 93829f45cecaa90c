/** What a sum of losses reveals: delta at any epsilon and epsilon at any delta, never on the wrong side of the truth. */
import type { Convolved } from './convolution.ts';
import { UNIT } from './pair.ts';

export type Side = 'above' | 'below';

/** A composed workload seen from one side, or a part of it. */
export interface Composed {
  /** P's mass at infinite loss, composed. */
  readonly infinite: number;
  readonly sum: Convolved;
  /** The loss of the sum's lattice point 0. */
  readonly origin: number;
  readonly side: Side;
  /** How far lattice losses may lie from the true ones, over the whole workload. */
  readonly lossError: number;
}

/**
 * Sums over the masses from one lattice loss upwards, d the distance from it: `discounted` weighs them by
 * exp(-(1+tilt)·d), `excess` by exp(-tilt·d)·(1 - exp(-d)). Kept apart, because small losses leave little of a difference.
 */
interface Reading {
  readonly index: number;
  readonly excess: number;
  readonly discounted: number;
}

/** Readings are kept at every so many points, from the top: any other is a few steps from one of them. */
const STRIDE = 64;

/** The reading at any point; that of the lowest for points below it. */
function readings({ masses, step, tilt }: Convolved): (index: number) => Reading {
  const top = masses.length;
  const decay = Math.exp(-tilt * step);
  const [gained, discount] = [-Math.expm1(-step), decay * Math.exp(-step)];
  const count = Math.ceil(top / STRIDE) + 1;
  const kept = { excess: new Float64Array(count), discounted: new Float64Array(count) };
  let [excess, discounted] = [0, 0];
  for (let index = top - 1; index >= 0; index--) {
    excess = decay * (excess + gained * discounted);
    discounted = Math.max(0, masses[index]) + discount * discounted;
    if ((top - index) % STRIDE === 0) {
      kept.excess[(top - index) / STRIDE] = excess;
      kept.discounted[(top - index) / STRIDE] = discounted;
    }
  }
  return wanted => {
    const index = Math.min(top, Math.max(0, wanted));
    const start = Math.floor((top - index) / STRIDE);
    let [excess, discounted] = [kept.excess[start], kept.discounted[start]];
    for (let i = top - start * STRIDE - 1; i >= index; i--) {
      excess = decay * (excess + gained * discounted);
      discounted = Math.max(0, masses[i]) + discount * discounted;
    }
    return { index, excess, discounted };
  };
}

/** What rounding and the window's ends may add to a weighted sum: a constant, and a part of the sum itself. */
function uncertainty({ sum, side }: Composed): { constant: number; relative: number } {
  const points = sum.masses.length;
  const weightNorm = Math.sqrt(Math.min(points, 1 / -Math.expm1(-2 * Math.max(sum.tilt, 1e-300) * sum.step)));
  // no weight inside exceeds that of the window's top
  const heaviest = -Math.expm1(-(points + 2) * sum.step);
  const outside = side === 'above' ? sum.outside.above : (sum.outside.below + sum.outside.above) * heaviest;
  return { constant: heaviest * weightNorm * sum.error + outside, relative: 8 * UNIT * points };
}

const outward = (side: Side, error: number): number => (side === 'above' ? error : -error);

/** delta at every epsilon from what has finite loss: between two lattice losses scale·(plain - exp(epsilon - loss)·discounted). */
function finiteDelta(composed: Composed): (epsilon: number) => number {
  const { sum, side, origin, lossError } = composed;
  const readingAt = readings(sum);
  const { constant, relative } = uncertainty(composed);
  const top = (sum.first + sum.masses.length - 1) * sum.step;
  return epsilon => {
    const at = epsilon - origin - outward(side, lossError);
    if (!(at < top)) return topRest(composed);
    const index = Math.floor(at / sum.step) + 1 - sum.first;
    const { excess, discounted, index: found } = readingAt(index);
    const loss = (sum.first + found) * sum.step;
    const value = excess - Math.expm1(Math.min(0, at - loss)) * discounted;
    const sure = 1 + outward(side, 2 * sum.scaleError);
    const scale = Math.exp(sum.logScale - sum.tilt * loss) * sure;
    // from above, what fell out below the window may still lie above an epsilon that lies there too; far below it no factor
    // of this product need be a number, though the product is
    const fellOut =
      index >= 0 || side === 'below' ? 0 : Math.exp(sum.logScale - sum.tilt * at) * sum.outside.below * sure;
    return scale * Math.max(0, value + outward(side, constant + relative * value)) + fellOut;
  };
}

/** Beyond the window only what was cut off remains. */
const topRest = ({ sum, side }: Composed): number =>
  side === 'above'
    ? sum.outside.above * Math.exp(sum.logScale - sum.tilt * (sum.first + sum.masses.length) * sum.step)
    : 0;

const clamp = (delta: number, side: Side, least: number): number =>
  side === 'above' ? Math.min(1, Math.max(delta, least) * (1 + 8 * UNIT)) : Math.max(delta * (1 - 8 * UNIT), least);

/** delta at every epsilon of a workload whose parts are given: what each of them reveals adds up. */
function deltaOfParts(parts: readonly Composed[]): (epsilon: number) => number {
  const each = parts.map(finiteDelta);
  const infinite = parts.reduce((sum, part) => sum + part.infinite, 0);
  const [{ side }] = parts;
  return epsilon =>
    clamp(
      each.reduce((sum, delta) => sum + delta(epsilon), infinite),
      side,
      Math.max(0, -Math.expm1(epsilon)),
    );
}

export const deltaFrom = (parts: readonly Composed[], epsilon: number): number => deltaOfParts(parts)(epsilon);

/** The least epsilon >= 0 with delta(epsilon) <= delta; Infinity where none is known (from above) or there is none (from below). */
export function epsilonFrom(parts: readonly Composed[], delta: number): number {
  const [{ side }] = parts;
  const deltaAt = deltaOfParts(parts);
  const beyond = Math.max(0, ...parts.map(endOf));
  if (deltaAt(beyond) > delta) return Infinity; // from below only what has infinite loss is left there
  // far from where a window was aimed at it says little: the first epsilon from the top that is too small counts
  const tried = candidates(parts, beyond);
  const first = tried.findIndex(epsilon => deltaAt(epsilon) > delta);
  if (first < 0) return 0;
  let [no, yes] = [tried[first], first === 0 ? beyond : tried[first - 1]];
  while (yes - no > 1e-9 * yes && yes > 1e-300) {
    const middle = (no + yes) / 2;
    if (deltaAt(middle) > delta) no = middle;
    else yes = middle;
  }
  return side === 'above' ? yes : no;
}

/** The loss from which on a part has nothing finite left. */
const endOf = ({ sum, origin, lossError }: Composed): number =>
  origin + (sum.first + sum.masses.length) * sum.step + lossError;

/** Epsilons to try from the top down to 0: over each window, and ever smaller ones. */
function candidates(parts: readonly Composed[], beyond: number): number[] {
  const tried = [0];
  for (const part of parts) {
    const width = part.sum.masses.length * part.sum.step;
    for (let i = 1; i < 128; i++) tried.push(endOf(part) - (width * i) / 128);
  }
  for (let epsilon = beyond; epsilon > 1e-15 * beyond; epsilon /= 1.5) tried.push(epsilon);
  return tried.filter(epsilon => epsilon >= 0 && epsilon < beyond).sort((a, b) => b - a);
}

/** How much of delta at an epsilon rounding and the window's ends may make. */
export function roundingAt(composed: Composed, epsilon: number): number {
  const { sum, origin } = composed;
  return Math.exp(sum.logScale - sum.tilt * (epsilon - origin)) * uncertainty(composed).constant;
}
