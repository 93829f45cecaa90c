/** The pair of outcomes whose likelihood ratio is the mean of several ratios, from the sum of these on a lattice. */
import type { Convolved } from '../convolution.ts';
import { UNIT } from '../pair.ts';
import { type AtomicPair, sortedPair } from '../pairs/atoms.ts';

export type LatticeSide = 'above' | 'below';

/** exp(-FADED) of anything is negligible. */
export const FADED = 45;

interface Mean {
  readonly parts: number;
  readonly way: 'remove' | 'add';
  readonly side: LatticeSide;
  readonly infinite: number;
  /** Width at the window's top that is left out from below. */
  readonly room: number;
  /** Above the window the tilted tail falls at least like exp(-slope·value). */
  readonly slope: number;
}

/**
 * The pair whose ratio is the mean: Q's masses from the sum, P's by multiplying with the ratio. From above, what lies
 * outside the window has infinite loss; from below, what may have come in from outside is taken off the highest losses.
 */
export function pairOfMean(sum: Convolved, mean: Mean): AtomicPair {
  const { parts, way, side, infinite, room } = mean;
  const count = sum.masses.length;
  const error = side === 'above' ? sum.elementError : -sum.elementError;
  const [logP, logQ] = [new Float64Array(count + 1).fill(-Infinity), new Float64Array(count + 1).fill(-Infinity)];
  for (let j = 0; j < count; j++) {
    const value = (sum.first + j) * sum.step;
    const kept = side === 'above' || j * sum.step <= count * sum.step - room;
    const mass = kept ? Math.max(0, sum.masses[j]) + error : 0;
    // removal leaves room for infinite loss at the end, addition (which is turned round below) at the beginning
    const at = way === 'remove' ? j : j + 1;
    logQ[at] = mass > 0 && value >= 0 ? Math.log(mass) + sum.logScale - sum.tilt * value : -Infinity;
    logP[at] = value > 0 ? logQ[at] + Math.log(value / parts) : -Infinity;
  }
  const rounding = 2 * sum.scaleError + 8 * UNIT * (1 + Math.abs(sum.logScale));
  const edges = edgeMasses(sum, mean);
  if (way === 'remove') {
    if (side === 'below') trim(logP, logQ, edges.cameIn);
    logP[count] = Math.log(side === 'above' ? infinite + edges.fellOut : infinite);
    return sortedPair(logP, logQ, rounding);
  }
  if (side === 'above') logQ[0] = Math.log(edges.fellOut);
  const [turnedP, turnedQ] = [logQ.toReversed(), logP.toReversed()];
  if (side === 'below') trim(turnedP, turnedQ, edges.cameIn);
  return sortedPair(turnedP, turnedQ, rounding);
}

/**
 * Mass (P's for removal, Q's for addition) that lies outside the window on the telling side, and mass that may have
 * come into the window from outside: each is a tilted mass, fading from the edge on, times the largest weight there.
 */
function edgeMasses(sum: Convolved, { parts, way, slope, room }: Mean): { fellOut: number; cameIn: number } {
  const [low, high] = [Math.max(0, sum.first * sum.step), (sum.first + sum.masses.length) * sum.step];
  const { below: under, above: over } = sum.outside;
  const weight = (value: number): number => Math.exp(sum.logScale - sum.tilt * value);
  if (way === 'add')
    return {
      fellOut: under * weight(low),
      cameIn:
        over * Math.max(weight(low), weight(high) * Math.exp(-slope * (high - low))) +
        under * Math.exp(-FADED) * weight(high - room),
    };
  // inside, (value/parts)·weight(value) is largest at 1/tilt; outside, the tail's integral adds 1/slope to the value
  const widest = Math.min(high, Math.max(low, sum.tilt > 0 ? 1 / sum.tilt : Infinity));
  return {
    fellOut: ((over * (high + 1 / slope)) / parts) * weight(high),
    cameIn: (((under + over) * widest) / parts) * weight(widest),
  };
}

/** Takes P's mass off the highest losses: what remains has no larger tail than before the mass came in. */
function trim(logP: Float64Array, logQ: Float64Array, mass: number): void {
  let left = mass;
  for (let i = logP.length - 1; i >= 0 && left > 0; i--) {
    const here = Math.exp(logP[i]);
    const share = here > left ? Math.log1p(-left / here) : -Infinity;
    if (here > 0 || logP[i] > -Infinity) {
      logP[i] += share;
      logQ[i] += share;
    }
    left -= here;
  }
}
