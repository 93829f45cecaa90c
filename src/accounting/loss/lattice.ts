/**
 * A pair put on a lattice of losses, so that composing is adding integers. Here from above: every claim made of the
 * lattice also holds of the pair. `merge.ts` does it from below.
 */
import { invariant } from '../../vocabulary/index.ts';
import { emptyTail, type LossPair, UNIT } from './pair.ts';

/** P's masses at lattice points: masses[i] at point first + i, and what has infinite loss. */
export interface LatticeMasses {
  readonly first: number;
  readonly masses: Float64Array;
  readonly infinite: number;
}

/** A spread over evenly spaced losses: point k is the loss origin + k·step; the origin is 0 unless it is given. */
export interface Lattice extends LatticeMasses {
  readonly step: number;
  readonly origin?: number;
}

/** Lattice indices between which a pair is cut; the mass beyond either end is at most the cut that made it. */
export interface LatticeSpan {
  readonly first: number;
  readonly last: number;
}

/** Where P's tails fall below `cut`, on the lattice. */
export function spanOf(pair: LossPair, step: number, cut: number, origin = 0): LatticeSpan {
  const first = Math.ceil((-endOf(downward(pair), cut) - origin) / step) - 1;
  return { first, last: Math.max(Math.ceil((endOf(upward(pair), cut) - origin) / step), first + 1) };
}

/** What `endOf` needs to know of a pair, from above and from below. */
interface Upward {
  readonly start: number;
  readonly highest: number;
  readonly infinite: number;
  logMassAbove(t: number): number;
}

function upward(pair: LossPair): Upward {
  const tail = emptyTail();
  return {
    start: Math.max(0, Math.min(pair.lowest, 1e6)),
    highest: pair.highest,
    infinite: pair.infinite,
    logMassAbove: t => {
      pair.upper(t, tail);
      return tail.p;
    },
  };
}

function downward(pair: LossPair): Upward {
  const tail = emptyTail();
  return {
    start: Math.max(0, Math.min(-pair.highest, 1e6)),
    highest: -pair.lowest,
    infinite: 0,
    logMassAbove: t => {
      pair.lower(-t, tail);
      return tail.p;
    },
  };
}

/** The loss beyond which P's mass stays below the cut, or the end of the losses if that comes first. */
function endOf({ start, highest, infinite, logMassAbove }: Upward, cut: number): number {
  const logCut = Math.log(cut + infinite * (1 + 1e-9)); // infinite losses lie beyond every end
  let reach = 2 ** -30;
  while (logMassAbove(start + reach) > logCut && start + reach < highest) reach *= 2;
  if (start + reach >= highest) return highest;
  let [inside, outside] = [start + reach / 2, start + reach];
  for (let i = 0; i < 12; i++) {
    const middle = (inside + outside) / 2;
    if (logMassAbove(middle) > logCut) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** The losses of lattice points by (possibly fractional) index: evenly spaced for adding losses. */
export type LatticePoints = (index: number) => number;

/** A pair's upper tails at the points of a span, read once for both sides. */
export interface TailTable {
  readonly pair: LossPair;
  readonly points: LatticePoints;
  readonly span: LatticeSpan;
  /** P's mass above each point, the logarithm of Q's, and the bound on their relative errors. */
  readonly p: Float64Array;
  readonly logQ: Float64Array;
  readonly error: Float64Array;
  /** How often a tail was read for it. */
  readonly evaluations: number;
}

/**
 * Tails only fall: between two points where both have the same value they have it everywhere, within the larger error of the
 * two. What has few losses is read at few points.
 */
export function tabulate(pair: LossPair, points: LatticePoints, span: LatticeSpan): TailTable {
  const table = tabulateWithin(pair, points, span, Infinity);
  invariant(table !== undefined, 'whoever may read without end reads all');
  return table;
}

/** The same; undefined where more tails would be read than allowed. */
export function tabulateWithin(
  pair: LossPair,
  points: LatticePoints,
  span: LatticeSpan,
  most: number,
): TailTable | undefined {
  const count = span.last - span.first + 1;
  const table = { p: new Float64Array(count), logQ: new Float64Array(count), error: new Float64Array(count) };
  const { p, logQ, error } = table;
  const tail = emptyTail();
  let evaluations = 0;
  const read = (i: number): void => {
    pair.upper(points(span.first + i), tail);
    p[i] = Math.exp(tail.p);
    logQ[i] = tail.q;
    error[i] = tail.error + 4 * UNIT;
    evaluations += 1;
  };
  const readBetween = (low: number, high: number): void => {
    if (high - low < 2 || evaluations > most) return;
    if (p[low] === p[high] && logQ[low] === logQ[high]) {
      p.fill(p[low], low + 1, high);
      logQ.fill(logQ[low], low + 1, high);
      error.fill(Math.max(error[low], error[high]), low + 1, high);
      return;
    }
    const middle = (low + high) >> 1;
    read(middle);
    readBetween(low, middle);
    readBetween(middle, high);
  };
  read(0);
  read(count - 1);
  readBetween(0, count - 1);
  if (evaluations > most) return undefined;
  return { pair, points, span, ...table, evaluations };
}

/**
 * The pair from above: each cell's mass is spread to its two ends so that P's and Q's masses both stay.
 *   Says     H(P || Q) <= H of the lattice, for every epsilon and under composition
 *   Assumes  the losses of a cell lie between its ends
 *   Rounds   up: P's mass above each lattice point is never less than the truth (errors of the tails included)
 *   Source   [DGKKM22], "connect the dots", from cell masses
 */
export function above({ points, span, p, logQ, error }: TailTable): LatticeMasses {
  const top = p.length - 1;
  const masses = new Float64Array(top + 1);
  const infinite = Math.min(1, p[top] * (1 + error[top]));
  let reached = infinite; // P's mass above the present point, never less than the truth
  let nextLoss = points(span.last);
  let nextQ = Math.exp(logQ[top] + nextLoss); // Q's mass times exp(loss), beside P's
  for (let i = top - 1; i >= 0; i--) {
    const loss = points(span.first + i);
    const q = Math.exp(logQ[i] + loss);
    const doubt = error[i] * (p[i] + q) + error[i + 1] * (p[i + 1] + nextQ);
    const raised = (p[i] - p[i + 1] - (q - nextQ * Math.exp(loss - nextLoss)) + doubt) / -Math.expm1(loss - nextLoss);
    const next = Math.max(reached, Math.min(p[i + 1] + Math.max(0, raised), p[i] * (1 + error[i]), 1));
    masses[i + 1] = next - reached;
    reached = next;
    nextLoss = loss;
    nextQ = q;
  }
  masses[0] = 1 - reached;
  return { first: span.first, masses, infinite };
}
