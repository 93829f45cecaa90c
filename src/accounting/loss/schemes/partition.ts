/**
 * A random partition: each unit goes to one of T parts, and the answers of all parts are shown.
 * The likelihood ratio is then the mean of T independent ratios, so it is put on an even lattice of ratios.
 */
import { type Aim, aimAtMass, aimed, type LatticeTerm, reachOf } from '../aim.ts';
import { convolve } from '../convolution.ts';
import { above, type Lattice, type LatticePoints, spanOf, tabulate } from '../lattice.ts';
import type { Base } from '../mechanism.ts';
import { below, belowReversed } from '../merge.ts';
import { emptyTail, type LossPair, UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair, isAtomic } from '../pairs/atoms.ts';
import { eachMultiset, multisets, OUTCOMES_MAX } from '../pairs/multisets.ts';
import type { Opposites } from '../pairs/opposites.ts';
import { reversed } from '../pairs/reversed.ts';
import { upperDelta } from '../profile.ts';
import { FADED, type LatticeSide, pairOfMean } from './mean-pair.ts';
import { oppositesInTable, replacedPart, withoutRare } from './replaced-part.ts';
import { highestOf, type NeighbourChange, reached, type StepBounds } from './scheme.ts';
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
  if (way === 'replace' || way === 'replace-back') {
    const opposites = base.opposites?.(CELLS);
    if (opposites !== undefined) return replacedBounds(base, opposites, parts, focus);
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
  const finite = isAtomic(pair) ? meanOfTable(pair, parts) : undefined;
  if (finite !== undefined)
    return {
      ...reached(way === 'remove' ? finite : reversed(finite)),
      highest: highestOf(way === 'remove' ? pair : reversed(pair)),
    };
  // where a step is one of several, all its losses matter, and no lattice holds the largest beside the usual ones
  if (focus.alone !== true && !(ratioBeyond(pair, focus.delta * 1e-5) <= RATIOS_MAX))
    return shownBounds(pair, parts, way);
  return {
    upper: meanRatio(pair, parts, way, 'above', focus),
    lowers: [meanRatio(pair, parts, way, 'below', focus)],
    tight: true,
    highest: way === 'remove' ? highestOf(pair) : highestOf(reversed(pair)),
  };
}

/**
 * No more than where it is shown which part the unit is in, and no less than where each part only shows whether its loss is
 * large.
 *   Says     H of a mean of pairs is at most the mean of their H: here all are that of one part, beside answers of the other
 *            parts that are the same in both; and no processing of answers raises H
 *   Assumes  as `partitionBounds`
 *   Rounds   as the pair, and the two outcomes by their error
 *   Source   joint convexity; data processing
 */
function shownBounds(pair: LossPair, parts: number, way: 'remove' | 'add'): StepBounds {
  const tail = emptyTail();
  let [low, high] = [0, Math.max(1, spanOf(pair, 2 ** -10, 1e-6).last * 2 ** -10)];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    pair.upper(middle, tail);
    if (tail.p > -Math.LN2) low = middle;
    else high = middle;
  }
  pair.upper(high, tail);
  const rest = (logMass: number): number => Math.log(-Math.expm1(logMass));
  const outcomes = [
    { logP: tail.p, logQ: tail.q },
    { logP: rest(tail.p), logQ: rest(tail.q) },
  ];
  const merged = meanOfTable(atomicPair(outcomes, 4 * tail.error + 16 * UNIT), parts);
  const turned = (each: LossPair): LossPair => (way === 'remove' ? each : reversed(each));
  return {
    upper: turned(pair),
    lowers: merged === undefined ? [] : [turned(merged)],
    tight: false,
    highest: highestOf(turned(pair)),
  };
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

/** Few outcomes in all parts together: their mean ratio one by one. P's mass where Q has none stays as it is. */
function meanOfTable({ logP, logQ, error }: AtomicPair, parts: number): AtomicPair | undefined {
  const possible = Array.from(logQ.keys()).filter(i => logQ[i] > -Infinity);
  if (!(multisets(possible.length, parts) <= OUTCOMES_MAX)) return undefined;
  const ratios = possible.map(i => Math.exp(logP[i] - logQ[i]));
  const infinite = Array.from(logP.keys()).filter(i => logQ[i] === -Infinity);
  const atoms: Atom[] = infinite.map(i => ({ logP: logP[i], logQ: -Infinity }));
  eachMultiset(possible.length, parts, (times, logWays) => {
    const logMass = times.reduce((sum, n, k) => sum + n * logQ[possible[k]], logWays);
    const mean = times.reduce((sum, n, k) => sum + n * ratios[k], 0) / parts;
    atoms.push({ logP: logMass + Math.log(mean), logQ: logMass });
  });
  return atomicPair(atoms, error + parts * 8 * UNIT * (1 + Math.log(parts)));
}

/** The pair of the mean of `parts` ratios, from one side. */
function meanRatio(pair: LossPair, parts: number, way: 'remove' | 'add', side: LatticeSide, focus: Focus): AtomicPair {
  const highestRatio = ratioBeyond(pair, focus.delta * 1e-5);
  const roughGap = highestRatio / ROUGH;
  const rough = [{ lattice: ratiosOf(pair, way, 'above', { gap: roughGap, count: ROUGH }), count: parts }];
  const aim = aimAtRatios(rough, way, focus);
  const { low, high } = reachOf(rough, aim);
  // for addition, what falls out below comes back in above: room is left there for it to fade
  const room = way === 'add' ? FADED / -aim.slopes.down : 0;
  const finest = highestRatio / RATIOS_MAX;
  for (let gap = Math.max(Math.min((high - low + room) / focus.points, roughGap), finest); ; gap *= 2) {
    const ratios = ratiosOf(pair, way, side, aligned(pair, gap, highestRatio));
    const sum = convolve([{ lattice: ratios, count: parts }], aim);
    if (sum === undefined) continue; // wider than it looked on the rough lattice
    return pairOfMean(sum, { parts, way, side, room, infinite: ratios.infinite, slope: aim.slopes.up });
  }
}

/** Where ratios have a least one, it is put just above a lattice point: mass that sits there would else be rounded down. */
function aligned(pair: LossPair, gap: number, highestRatio: number): Fineness {
  const least = Math.exp(pair.lowest) * (1 - 2 ** -40);
  const fit = least > gap ? least / Math.ceil(least / gap) : gap;
  return { gap: fit, count: Math.ceil(highestRatio / fit) };
}

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

/** Points of the lattice on which the window is measured before the real one is chosen. */
const ROUGH = 2 ** 12;

/** The ratio beyond which P has at most this mass. */
const ratioBeyond = (pair: LossPair, cut: number): number => Math.exp(spanOf(pair, 2 ** -10, cut).last * 2 ** -10);

/** Q's masses over an even lattice of ratios, k·gap, from one side. */
function ratiosOf(pair: LossPair, way: 'remove' | 'add', side: LatticeSide, fineness: Fineness): Lattice {
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
