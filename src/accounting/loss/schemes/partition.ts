/**
 * A random partition: each unit goes to one of T parts, and the answers of all parts are shown.
 * The likelihood ratio is then the mean of T independent ratios, so it is put on an even lattice of ratios.
 */
import { type Aim, aimAtMass, aimed, type LatticeTerm, reachOf, roughly } from '../aim.ts';
import { type Convolved, convolve, newTransforms, type Transforms } from '../convolution.ts';
import { above, type Lattice, type LatticePoints, spanOf, tabulate } from '../lattice.ts';
import type { Base } from '../mechanism.ts';
import { below, belowReversed } from '../merge.ts';
import { emptyTail, type LossPair, UNIT } from '../pair.ts';
import { type AtomicPair, isAtomic, sortedPair } from '../pairs/atoms.ts';
import type { Opposites } from '../pairs/opposites.ts';
import { reversed } from '../pairs/reversed.ts';
import { upperDelta } from '../profile.ts';
import { oppositesInTable, replacedPart, withoutRare } from './replaced-part.ts';
import { highestOf, type NeighbourChange, reached, type StepBounds } from './scheme.ts';
import { meanOfTable, shownBounds } from './shown-part.ts';
import { byTriangle } from './triangle.ts';

/** How finely to look, and where: the delta that will be asked for. */
export interface Focus {
  readonly points: number;
  readonly delta: number;
  /** Whether the step is the whole workload; else all its losses matter, not only those near delta. */
  readonly alone?: boolean;
  /** The largest Renyi order that will be asked for: rare outcomes matter up to there. */
  readonly order?: number;
}

/**
 * Units assigned to T parts at random, all parts shown.
 *   Says     the pair ((1/T) sum_t P_t x Q_{-t}, Q^T) dominates and is reached; with s = dP/dQ under Q and A the mean
 *            of T copies of s, delta is E(A - exp e)+ for removal and E(1 - exp(e)·A)+ for addition. Spreading s
 *            keeps its mean and raises both; merging lowers both. Pure: no gain. Replacement: where laws lie on a line a
 *            unit against its opposite, see `oppositeParts`; else by the triangle
 *   Assumes  every unit's part is independent and uniform
 *   Rounds   up and down, as `above` and `below`
 *   Source   [CGHKKLSZ24]; [FS25] Theorem 3.1; convex order
 */
export function partitionBounds(base: Base, parts: number, way: NeighbourChange, focus: Focus): StepBounds {
  const pair = base.added(1);
  const transforms = newTransforms();
  if (way === 'replace' || way === 'replace-back') {
    const opposites = base.opposites?.(CELLS);
    if (opposites !== undefined) return replacedBounds(base, opposites, parts, focus);
    const [removal, addition] = [
      meanRatio(pair, parts, { way: 'remove', side: 'above', focus, transforms }),
      meanRatio(pair, parts, { way: 'add', side: 'above', focus, transforms }),
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
  const finite = isAtomic(pair) ? meanOfTable(pair, parts) : undefined;
  if (finite !== undefined)
    return {
      ...reached(way === 'remove' ? finite : reversed(finite)),
      highest: highestOf(way === 'remove' ? pair : reversed(pair)),
    };
  const highestRatio = ratioBeyond(pair, focus.delta * 1e-5);
  // where a step is one of several, all its losses matter, and no lattice holds the largest beside the usual ones
  if (!(highestRatio <= (focus.alone === true ? RATIOS_ALONE_MAX : RATIOS_MAX))) return shownBounds(pair, parts, way);
  const upper = meanRatio(pair, parts, { way, side: 'above', focus, transforms });
  const lower = meanRatio(pair, parts, { way, side: 'below', focus, transforms });
  const highest = way === 'remove' ? highestOf(pair) : highestOf(reversed(pair));
  if (highestRatio <= RATIOS_MAX) return { upper, lowers: [lower], tight: true, highest };
  const shown = shownBounds(pair, parts, way);
  const delta = (epsilon: number): number => Math.min(upperDelta(upper, epsilon), upperDelta(shown.upper, epsilon));
  return { upper: { kind: 'profile', highest, delta }, lowers: [lower, ...shown.lowers], tight: true, highest };
}

/** Cells of continuous noise. */
const CELLS = 2 ** 12;

/** A unit replaced by its opposite. */
function replacedBounds(
  base: Base,
  laws: Opposites,
  parts: number,
  { points, delta, alone = false }: Focus,
): StepBounds {
  const shown = base.replaced(1);
  const highest = highestOf(shown);
  const finite = oppositesInTable(laws, parts);
  if (finite !== undefined) return { ...reached(finite), highest };
  // from below outcomes may be merged until they can be listed
  const listed = oppositesInTable(withoutRare(laws, parts), parts);
  const { upper, lower } = replacedPart({
    ...{ laws, parts, shown, highest, delta, alone },
    points: Math.max(16, points / 2 ** (alone ? 9 : 11)),
    epsilons: alone ? 40 : Math.max(16, Math.min(160, points / 2 ** 9)),
    work: alone ? 2 ** 21 : Math.min(2 ** 21, points * 2 ** 5),
  });
  return { upper, lowers: listed === undefined ? [lower] : [listed, lower], tight: true, highest };
}

type Side = 'above' | 'below';

interface MeanOf {
  readonly way: 'remove' | 'add';
  readonly side: Side;
  readonly focus: Focus;
  /** Both sides take one size. */
  readonly transforms: Transforms;
}

/** The pair of the mean of `parts` ratios, from one side. */
function meanRatio(pair: LossPair, parts: number, { way, side, focus, transforms }: MeanOf): AtomicPair {
  const highestRatio = ratioBeyond(pair, focus.delta * 1e-5);
  const roughGap = highestRatio / ROUGH;
  const rough = [{ lattice: ratiosOf(pair, way, 'above', { gap: roughGap, count: ROUGH }), count: parts }];
  const aim = aimAtRatios(rough, way, focus);
  const { low, high } = reachOf(rough, aim);
  // for addition, what falls out below comes back in above: room is left there for it to fade
  const roomFor = ({ slopes }: Aim): number => (way === 'add' ? FADED / -slopes.down : 0);
  const finest = highestRatio / RATIOS_MAX;
  const fitting = (high - low + roomFor(aim)) / (focus.points * FITTED);
  const coarsest = roughGap * Math.max(1, FINE / focus.points);
  for (let gap = Math.max(Math.min(fitting, coarsest), finest); ; gap *= 2) {
    const ratios = ratiosOf(pair, way, side, aligned(pair, gap, highestRatio));
    const terms = [{ lattice: ratios, count: parts }];
    const own = fittedAim(terms, aim, focus.points);
    const sum = convolve(terms, own, { transforms });
    if (sum === undefined) continue; // wider than it looked on the rough lattice
    return pairOfMean(sum, {
      ...{ parts, way, side, infinite: ratios.infinite },
      room: roomFor(own),
      slope: own.slopes.up,
    });
  }
}

/** Where ratios have a least one, it is put just above a lattice point: mass that sits there would else be rounded down. */
function aligned(pair: LossPair, gap: number, highestRatio: number): Fineness {
  const least = Math.exp(pair.lowest) * (1 - 2 ** -40);
  const fit = least > gap ? least / Math.ceil(least / gap) : gap;
  return { gap: fit, count: Math.ceil(highestRatio / fit) };
}

/** A window that is a little wider than on the rough lattice must not take twice the points. */
const FITTED = 1 - 2 ** -9;

/** Merged from below, rare large ratios may weigh so much more that the slopes of another lattice make the window many times as wide. */
function fittedAim(terms: readonly LatticeTerm[], aim: Aim, points: number): Aim {
  const { low, high } = reachOf(terms, aim);
  const isWide = high - low > 2 * points * terms[0].lattice.step;
  return isWide ? aimed(roughly(terms), aim.tilt, aim.outside) : aim;
}

/** Whoever looks at so many points or more has every ratio on as many as the rough lattice has; a first look needs fewer. */
const FINE = 2 ** 17;

/** exp(-FADED) of anything is negligible. */
const FADED = 45;

/**
 * Ratios have heavy tails, and the saddle point's tilt makes single large ones likely, which widens the window.
 * A part of it keeps the window narrow and still lifts the answer above rounding.
 */
function aimAtRatios(terms: readonly LatticeTerm[], way: 'remove' | 'add', { delta, alone = false }: Focus): Aim {
  const outside = Math.max(1e-250, Math.min(1e-13, 1e-7 * delta));
  if (!alone) return aimed(terms, 0, outside);
  const { tilt } = aimAtMass(terms, Math.log(delta), way === 'remove' ? 1 : -1, outside);
  return aimed(terms, tilt * (delta > 1e-9 ? 0.5 : 0.8), outside);
}

/** The most points of a lattice of ratios: where those reach too far for it, it is coarser instead. */
const RATIOS_MAX = 2 ** 20;

/** Where only losses near one delta matter, a lattice so much coarser may still tell something. */
const RATIOS_ALONE_MAX = 2 ** 30;

/** Points of the lattice on which the window is measured before the real one is chosen. */
const ROUGH = 2 ** 12;

/** The ratio beyond which P has at most this mass. */
const ratioBeyond = (pair: LossPair, cut: number): number => Math.exp(spanOf(pair, 2 ** -10, cut).last * 2 ** -10);

/** Q's masses over an even lattice of ratios, k·gap, from one side. */
function ratiosOf(pair: LossPair, way: 'remove' | 'add', side: Side, fineness: Fineness): Lattice {
  if (way === 'add' && side === 'above') return ratiosDownward(pair, fineness);
  const { gap, count } = fineness;
  const table = tabulate(pair, index => Math.log(index * gap), { first: 0, last: count });
  if (way === 'add') return { step: gap, first: 0, masses: belowReversed(table), infinite: 0 };
  // P's masses divided by the ratio are Q's, and the rest of Q sits at ratio 0
  const spread = side === 'above' ? above(table) : below(table);
  const masses = spread.masses.map((mass, k) => (k === 0 ? 0 : mass / (k * gap)));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  if (total > 1) for (let k = 1; k <= count; k++) masses[k] /= total;
  masses[0] = Math.max(0, 1 - total);
  return { step: gap, first: 0, masses, infinite: spread.infinite };
}

interface Fineness {
  readonly gap: number;
  readonly count: number;
}

/** From high ratios to low: the reversed pair's masses are Q's; below the first point they are spread to it and to 0. */
function ratiosDownward(pair: LossPair, { gap, count }: Fineness): Lattice {
  const points: LatticePoints = index => -Math.log((count - index) * gap);
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
  /** Width at the window's top that is left out from below. */
  readonly room: number;
  /** Above the window the tilted tail falls at least like exp(-slope·value). */
  readonly slope: number;
}

/**
 * The pair whose ratio is the mean: Q's masses from the sum, P's by multiplying with the ratio. From above, what lies
 * outside the window has infinite loss; from below, what may have come in from outside is taken off the highest losses.
 */
function pairOfMean(sum: Convolved, mean: Mean): AtomicPair {
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
