/**
 * A pair put on a lattice of losses k·step, so that composing is adding integers. Twice: once from above (every
 * claim made of the lattice also holds of the pair) and once from below (the pair is at least that revealing).
 */
import { type LossPair, noTails, UNIT } from './pair.ts';

/** P's masses at lattice points: masses[i] at point first + i, and what has infinite loss. */
export interface Spread {
  readonly first: number;
  readonly masses: Float64Array;
  readonly infinite: number;
}

/** A spread over evenly spaced losses: point k is the loss k·step. */
export interface Lattice extends Spread {
  readonly step: number;
}

/** Lattice indices between which a pair is cut; the mass beyond either end is at most the cut that made it. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Where P's tails fall below `cut`, on the lattice. */
export function spanOf(pair: LossPair, step: number, cut: number): Span {
  const logCut = Math.log(cut);
  const low = boundary(pair, logCut, 'lowerP');
  const high = boundary(pair, logCut, 'upperP');
  const first = Math.ceil(low / step) - 1;
  return { first, last: Math.max(Math.ceil(high / step), first + 1) };
}

/** The loss beyond which one tail of P stays below exp(logCut), or the end of the losses if that comes first. */
function boundary(pair: LossPair, logCut: number, tail: 'lowerP' | 'upperP'): number {
  const outward = tail === 'upperP' ? 1 : -1;
  const end = outward > 0 ? pair.highest : pair.lowest;
  const tails = noTails();
  const beyond = (t: number): boolean => {
    pair.tails(t, tails);
    return tails[tail] <= logCut;
  };
  const start = outward > 0 ? Math.max(0, Math.min(pair.lowest, 1e6)) : Math.min(0, Math.max(pair.highest, -1e6));
  let reach = 2 ** -30;
  while (!beyond(start + outward * reach) && outward * (end - start) > reach) reach *= 2;
  if (!(outward * (end - start) > reach)) return end;
  let inside = start + (outward * reach) / 2;
  let outside = start + outward * reach;
  for (let i = 0; i < 12; i++) {
    const middle = (inside + outside) / 2;
    if (beyond(middle)) outside = middle;
    else inside = middle;
  }
  return outside;
}

/** The losses of lattice points by (possibly fractional) index: evenly spaced for adding losses. */
export type Points = (index: number) => number;

/**
 * The pair from above: each cell's mass is spread to its two ends so that P's and Q's masses both stay.
 *   Says     H(P || Q) <= H of the lattice, for every epsilon and under composition
 *   Assumes  the losses of a cell lie between its ends
 *   Rounds   up: P's mass above each lattice point is never less than the truth (errors of the tails included)
 *   Source   [DGKKM22], "connect the dots", from cell masses
 */
export function above(pair: LossPair, points: Points, { first, last }: Span): Spread {
  const tails = noTails();
  const masses = new Float64Array(last - first + 1);
  pair.tails(points(last), tails);
  const infinite = Math.min(1, Math.exp(tails.upperP) * (1 + tails.error));
  let nextLoss = points(last);
  let nextP = infinite;
  let nextQ = Math.exp(tails.upperQ + nextLoss);
  let nextError = tails.error;
  let massAbove = infinite;
  for (let k = last - 1; k >= first; k--) {
    const loss = points(k);
    pair.tails(loss, tails);
    const p = Math.exp(tails.upperP);
    const q = Math.exp(tails.upperQ + loss);
    const shrink = Math.exp(loss - nextLoss);
    const error = (tails.error + 4 * UNIT) * (p + q) + (nextError + 4 * UNIT) * (nextP + nextQ);
    const raised = (p - nextP - (q - nextQ * shrink) + error) / -Math.expm1(loss - nextLoss);
    const wanted = Math.min(nextP + Math.max(0, raised), p * (1 + tails.error), 1);
    const reaching = Math.max(massAbove, wanted);
    masses[k + 1 - first] = reaching - massAbove;
    massAbove = reaching;
    [nextLoss, nextP, nextQ, nextError] = [loss, p, q, tails.error];
  }
  masses[0] = 1 - massAbove;
  return { first, masses, infinite };
}

/** Cells that a lattice step is cut into before merging: the finer, the less is lost to the cells themselves. */
const CUTS = 4;

/**
 * The pair from below: neighbouring cells are merged until their common loss is a lattice point.
 *   Says     H of the lattice <= H(P || Q), for every epsilon and under composition
 *   Assumes  nothing: merging outcomes is post-processing, and a cell may be divided by a coin
 *   Rounds   down: a group closes only when its loss certainly reaches the point, and its mass is never too large;
 *            a group's loss exceeds its point by at most `certainty`, relatively, or the group is dropped
 *   Source   data processing inequality
 */
export function below(pair: LossPair, points: Points, { first, last }: Span, certainty = 1): Spread {
  const masses = new Float64Array(last - first + 1);
  const tails = noTails();
  let target = first + 1;
  // where the group started and where we are: P's mass above, and Q's times the target's likelihood ratio
  pair.tails(points(first), tails);
  let startP = Math.exp(tails.upperP);
  let startQ = Math.exp(tails.upperQ + points(target));
  let p = startP;
  let q = startQ;
  let slack = (2 * tails.error + 16 * UNIT) * (startP + startQ);
  for (let cell = 1; cell <= (last - first) * CUTS && target <= last; cell++) {
    pair.tails(points(first + cell / CUTS), tails);
    const endP = Math.exp(tails.upperP);
    let endQ = Math.exp(tails.upperQ + points(target));
    while (target <= last) {
      const gained = startP - startQ - (p - q);
      const gainedByEnd = startP - startQ - (endP - endQ);
      if (!(gainedByEnd >= slack && gainedByEnd > gained)) break;
      const fraction = Math.min(1, Math.max(0, (slack - gained) / (gainedByEnd - gained)));
      p += fraction * (endP - p);
      q += fraction * (endQ - q);
      const mass = startP - p - (tails.error + 8 * UNIT) * (startP + p);
      if (mass * certainty >= slack) masses[target - first] += mass;
      const next = Math.max(target + 1, first + Math.floor((cell - 1) / CUTS) + 1);
      const rescale = Math.exp(points(next) - points(target));
      q *= rescale;
      endQ *= rescale;
      target = next;
      startP = p;
      startQ = q;
      slack = (2 * tails.error + 16 * UNIT) * (startP + startQ);
    }
    p = endP;
    q = endQ;
  }
  const rest = { p: startP - p - slack, q: startQ - q + slack, at: points(target) };
  if (certainty === 1) settle(masses, first, Math.min(target, last), points, rest);
  return { first, masses, infinite: pair.infinite * (1 - 8 * UNIT) };
}

/** The last group never reached its target: its mass goes to the highest point that its loss certainly reaches. */
function settle(
  masses: Float64Array,
  first: number,
  from: number,
  points: Points,
  rest: { p: number; q: number; at: number },
): void {
  if (!(rest.p > 0)) return;
  const loss = Math.log(rest.p / rest.q) + rest.at;
  let index = from;
  while (index >= first && !(points(index) < loss)) index--;
  if (index >= first) masses[index - first] += rest.p;
}
