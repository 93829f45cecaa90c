/** What a sum of losses reveals: delta at any epsilon and epsilon at any delta, never on the wrong side of the truth. */
import type { Convolved } from './convolution.ts';
import { UNIT } from './pair.ts';

export type Side = 'above' | 'below';

/** A composed workload seen from one side. */
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

/** Sums over the masses from one lattice loss upwards, weighted by exp(-tilt·d) and exp(-(1+tilt)·d), d the distance. */
interface Reading {
  readonly loss: number;
  readonly plain: number;
  readonly discounted: number;
  /** Whether what was looked for was met before the window's end. */
  readonly met: boolean;
}

/** Walks down the window to the first loss at which `found` holds (or to the lowest). */
function walk(
  { masses, first, step, tilt }: Convolved,
  found: (loss: number, plain: number, discounted: number) => boolean,
): Reading {
  const plainDecay = Math.exp(-tilt * step);
  const discountDecay = Math.exp(-(1 + tilt) * step);
  let [plain, discounted] = [0, 0];
  let index = masses.length - 1;
  for (; index >= 0; index--) {
    const mass = Math.max(0, masses[index]);
    plain = mass + plainDecay * plain;
    discounted = mass + discountDecay * discounted;
    if (found((first + index) * step, plain, discounted)) break;
  }
  return { loss: (first + Math.max(0, index)) * step, plain, discounted, met: index >= 0 };
}

/** What rounding and the window's ends may add to a weighted sum: a constant, and a part of the sum itself. */
function uncertainty({ sum, side }: Composed): { constant: number; relative: number } {
  const points = sum.masses.length;
  const weightNorm = Math.sqrt(Math.min(points, 1 / -Math.expm1(-2 * Math.max(sum.tilt, 1e-300) * sum.step)));
  const outside = side === 'above' ? sum.outside.above : sum.outside.below + sum.outside.above;
  return { constant: weightNorm * sum.error + outside, relative: 4 * UNIT * points };
}

/** Logarithm of the mass that a weighted sum of 1 stands for at a loss. */
const logScaleAt = ({ sum }: Composed, loss: number): number => sum.logScale - sum.tilt * loss;

const outward = (side: Side, error: number): number => (side === 'above' ? error : -error);

/** delta between two lattice losses is scale·(plain - exp(epsilon - loss)·discounted), plus what is infinite. */
export function deltaFrom(composed: Composed, epsilon: number): number {
  const { sum, side, origin, lossError, infinite } = composed;
  const at = epsilon - origin - outward(side, lossError);
  const least = Math.max(0, -Math.expm1(epsilon));
  if (!(at < (sum.first + sum.masses.length - 1) * sum.step)) return clamp(infinite + topRest(composed), side, least);
  const { loss, plain, discounted, met } = walk(sum, loss => loss - sum.step <= at);
  const { constant, relative } = uncertainty(composed);
  // from above, what fell out below the window may still lie above an epsilon that lies there too
  const fellOut = met || side === 'below' ? 0 : sum.outside.below * Math.exp(sum.tilt * (loss - at));
  const error = constant + relative * plain + fellOut;
  const value = plain - Math.exp(Math.min(0, at - loss)) * discounted + outward(side, error);
  const scale = Math.exp(logScaleAt(composed, loss)) * (1 + outward(side, 2 * sum.scaleError));
  return clamp(infinite + scale * Math.max(0, value), side, least);
}

/** Beyond the window only what was cut off remains. */
const topRest = ({ sum, side }: Composed): number =>
  side === 'above'
    ? sum.outside.above * Math.exp(sum.logScale - sum.tilt * (sum.first + sum.masses.length) * sum.step)
    : 0;

const clamp = (delta: number, side: Side, least: number): number =>
  side === 'above' ? Math.min(1, Math.max(delta, least) * (1 + 8 * UNIT)) : Math.max(delta * (1 - 8 * UNIT), least);

/** The least epsilon >= 0 with delta(epsilon) <= delta; from above Infinity where none is known. */
export function epsilonFrom(composed: Composed, delta: number): number {
  const { sum, side, origin, lossError, infinite } = composed;
  const wanted = (delta - infinite) / (1 + outward(side, 2 * sum.scaleError));
  const rest = topRest(composed);
  // more than delta has infinite loss: no epsilon is enough
  if (side === 'below' && infinite * (1 - 8 * UNIT) > delta) return Infinity;
  if (!(wanted > rest))
    return side === 'above' ? Infinity : Math.max(0, origin + (sum.first + sum.masses.length) * sum.step - lossError);
  const logWanted = Math.log(wanted);
  const { constant, relative } = uncertainty(composed);
  const grown = 1 + outward(side, relative);
  const offset = outward(side, constant);
  const oneBelow = Math.exp(-sum.step);
  const { loss, plain, discounted, met } = walk(sum, (loss, plain, discounted) => {
    const value = plain * grown - oneBelow * discounted + offset;
    return value > 0 && Math.log(value) + sum.logScale - sum.tilt * loss > logWanted;
  });
  // a window that holds no more than delta says nothing, from below, of what lies under it
  if (!met && side === 'below') return 0;
  const room = plain * grown + offset - Math.exp(logWanted - logScaleAt(composed, loss));
  const within = room > 0 ? Math.log(room / discounted) : -Infinity;
  const epsilon = loss + Math.max(-sum.step, Math.min(0, within));
  return Math.max(0, origin + epsilon + outward(side, lossError));
}
