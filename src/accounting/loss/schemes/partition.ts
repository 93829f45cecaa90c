/**
 * A random partition: each unit goes to one of T parts, and the answers of all parts are shown.
 * The likelihood ratio is then the mean of T independent ratios, so it is put on an even lattice of ratios.
 */
import { invariant } from '../../../vocabulary/index.ts';
import { aimAtMass, type Convolved, convolve, reachOf } from '../convolution.ts';
import { above, type Lattice, type Points, spanOf, tabulate } from '../lattice.ts';
import type { Base } from '../mechanism.ts';
import { below } from '../merge.ts';
import { emptyTail, type LossPair, UNIT } from '../pair.ts';
import { type AtomicPair, sortedPair } from '../pairs/atoms.ts';
import { reversed } from '../pairs/reversed.ts';
import { upperDelta } from '../profile.ts';
import { highestOf, type StepBounds, type Way } from './scheme.ts';
import { byTriangle } from './triangle.ts';

/** How finely to look, and where: the delta that will be asked for. */
export interface Focus {
  readonly points: number;
  readonly delta: number;
  /** The largest Renyi order that will be asked for: rare outcomes matter up to there. */
  readonly order?: number;
}

/**
 * Units assigned to T parts at random, all parts shown.
 *   Says     the pair ((1/T) sum_t P_t x Q_{-t}, Q^T) dominates and is reached; with s = dP/dQ under Q and A the mean
 *            of T copies of s, delta is E(A - exp e)+ for removal and E(1 - exp(e)·A)+ for addition. Spreading s
 *            keeps its mean and raises both; merging lowers both. Pure: no gain. Replacement: by the triangle
 *   Assumes  every unit's part is independent and uniform
 *   Rounds   up and down, as `above` and `below`
 *   Source   [CGHKKLSZ24]; [FS25] Theorem 3.1; convex order
 */
export function partitionBounds(base: Base, parts: number, way: Way, focus: Focus): StepBounds {
  const pair = base.added(1);
  if (way === 'replace' || way === 'replace-back') {
    const [removal, addition] = [
      meanRatio(pair, parts, 'remove', 'above', focus),
      meanRatio(pair, parts, 'add', 'above', focus),
    ];
    const highest = highestOf(pair) + highestOf(reversed(pair));
    return {
      upper: byTriangle(
        e => upperDelta(removal, e),
        e => upperDelta(addition, e),
        highest,
      ),
      lowers: [],
      tight: false,
      highest,
    };
  }
  return {
    upper: meanRatio(pair, parts, way, 'above', focus),
    lowers: [meanRatio(pair, parts, way, 'below', focus)],
    tight: true,
    highest: way === 'remove' ? highestOf(pair) : highestOf(reversed(pair)),
  };
}

type Side = 'above' | 'below';

/** The pair of the mean of `parts` ratios, from one side. */
function meanRatio(pair: LossPair, parts: number, way: 'remove' | 'add', side: Side, focus: Focus): AtomicPair {
  const highestRatio = ratioBeyond(pair, focus.delta * 1e-7);
  const rough = ratiosOf(pair, way, side, { gap: highestRatio / ROUGH, count: ROUGH });
  const roughTerms = [{ lattice: rough, count: parts }];
  const aim = aimAtMass(roughTerms, Math.log(focus.delta), way === 'remove' ? 1 : -1, OUTSIDE);
  const { low, high } = reachOf(roughTerms, aim);
  const gap = Math.min((high - low) / focus.points, highestRatio / ROUGH);
  const ratios = ratiosOf(pair, way, side, { gap, count: Math.ceil(highestRatio / gap) });
  const sum = convolve([{ lattice: ratios, count: parts }], aim);
  invariant(sum !== undefined, 'a window that was measured on a rough lattice fits the transform');
  return pairOfMean(sum, { parts, way, side, infinite: ratios.infinite });
}

/** Mass that may fall outside the window: no more than rounding does to a single point. */
const OUTSIDE = 1e-17;

/** Points of the lattice on which the window is measured before the real one is chosen. */
const ROUGH = 2 ** 11;

/** The ratio beyond which P has at most this mass. */
const ratioBeyond = (pair: LossPair, cut: number): number => Math.exp(spanOf(pair, 2 ** -10, cut).last * 2 ** -10);

/** How much a ratio from below may err upwards; groups that are not this certain are dropped. */
const CERTAINTY = 2 ** -24;

/**
 * Q's masses over an even lattice of ratios, k·gap. For removal and from below P's masses are spread or merged and
 * divided by the ratio; the rest of Q sits at ratio 0. For addition from above Q's own masses are spread.
 */
function ratiosOf(
  pair: LossPair,
  way: 'remove' | 'add',
  side: Side,
  { gap, count }: { gap: number; count: number },
): Lattice {
  if (way === 'add' && side === 'above') return ratiosDownward(pair, gap, count);
  const points: Points = index => Math.log(index * gap);
  const span = { first: 0, last: count };
  const table = tabulate(pair, points, span);
  const spread = side === 'above' ? above(table) : below(table, way === 'add' ? CERTAINTY : 1);
  const masses = spread.masses.map((mass, k) => (k === 0 ? 0 : mass / (k * gap)));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  if (way === 'remove' || side === 'above') {
    if (total > 1) for (let k = 1; k <= count; k++) masses[k] /= total;
    masses[0] = Math.max(0, 1 - total);
  }
  return { step: gap, first: 0, masses, infinite: spread.infinite };
}

/** From high ratios to low: the reversed pair's masses are Q's; below the first point they are spread to it and to 0. */
function ratiosDownward(pair: LossPair, gap: number, count: number): Lattice {
  const points: Points = index => -Math.log((count - index) * gap);
  const spread = above(tabulate(reversed(pair), points, { first: 0, last: count - 1 }));
  const masses = new Float64Array(count + 1);
  spread.masses.forEach((mass, index) => {
    masses[count - index] = mass;
  });
  const tail = emptyTail();
  pair.lower(Math.log(gap), tail);
  const kept = Math.min(spread.infinite, (Math.exp(tail.p) * (1 - tail.error - 8 * UNIT)) / gap);
  masses[1] += kept;
  masses[0] = spread.infinite - kept;
  return { step: gap, first: 0, masses, infinite: 0 };
}

interface Mean {
  readonly parts: number;
  readonly way: 'remove' | 'add';
  readonly side: Side;
  readonly infinite: number;
}

/** The pair whose ratio is the mean: Q's masses from the sum, P's by multiplying with the ratio. */
function pairOfMean(sum: Convolved, { parts, way, side, infinite }: Mean): AtomicPair {
  const count = sum.masses.length;
  const error = sum.elementError + sum.outside.below + sum.outside.above;
  const [logP, logQ] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let j = 0; j < count; j++) {
    const value = (sum.first + j) * sum.step;
    const mass = Math.max(0, sum.masses[j]) + (side === 'above' ? error : -error);
    const logMass = mass > 0 ? Math.log(mass) + sum.logScale - sum.tilt * value : -Infinity;
    const logRatio = Math.log(value / parts) + (way === 'add' && side === 'below' ? Math.log1p(CERTAINTY) : 0);
    logQ[j] = value < 0 ? -Infinity : logMass;
    logP[j] = value <= 0 ? -Infinity : logMass + logRatio;
  }
  const rounding = 2 * sum.scaleError + 8 * UNIT * (1 + Math.abs(sum.logScale));
  if (way === 'remove') {
    logP[count] = side === 'above' ? Math.log(infinite + massBeyond(sum, parts)) : Math.log(infinite);
    logQ[count] = -Infinity;
    return sortedPair(logP, logQ, rounding);
  }
  logP.copyWithin(1, 0);
  logQ.copyWithin(1, 0);
  logP[0] = -Infinity;
  logQ[0] = side === 'above' ? Math.log(sum.outside.below) + sum.logScale - sum.tilt * sum.first * sum.step : -Infinity;
  return reversed(sortedPair(logP, logQ, rounding));
}

/** P's mass above the window: the ratio grows there, its tilted weight falls. */
function massBeyond(sum: Convolved, parts: number): number {
  const top = Math.max((sum.first + sum.masses.length) * sum.step, 1 / sum.tilt);
  return sum.outside.above === 0 ? 0 : sum.outside.above * (top / parts) * Math.exp(sum.logScale - sum.tilt * top);
}
