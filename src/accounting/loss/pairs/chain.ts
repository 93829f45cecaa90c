/** Data sets in a row, each a change further than the one before, under a guarantee with delta: mixtures of their worst laws. */
import { logSumExp } from '../../../numerics/index.ts';
import type { ApproximateGuarantee } from '../../../vocabulary/index.ts';
import { UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from './atoms.ts';
import { chainUnder, type Moved } from './line.ts';

/** Longer chains have too many outcomes. */
const CHANGES_MAX = 256;

/** Tables that are known no better than this are none. */
const ERROR_MAX = 1e-10;

/** A half-line by its chance and that of the rest, each with a bound on its error: the smaller of them is known best. */
interface Place {
  readonly y: number;
  readonly rest: number;
  readonly errorOfY: number;
  readonly errorOfRest: number;
}

/** Half-lines between two others, among those that the law `since` is the first to give a chance. */
interface Cell {
  readonly since: number;
  readonly width: number;
  readonly middle: Place;
  /** Relative error of the width. */
  readonly error: number;
}

/**
 * Mixtures of the laws of one chain: those of `worstPair`, all on one line.
 *   Says     one change takes the chance y of a half-line to F(y) = min(A·y + δ, 1 - (1-y-δ)/A, 1); the law k changes on gives
 *            the half-line of chance y under the first law the chance F(F(...y)), and half-lines that the first j laws give
 *            none F(...F(y)), k-j times, 0 <= y <= δ. Between two places where an image of y meets a bend of F all
 *            laws' chances grow in proportion, so each such cell is one outcome
 *   Assumes  the guarantee holds between all neighbours, and nothing else is known
 *   Rounds   nothing: errors of the cells are carried; undefined beyond 256 changes, or where cells are too narrow to be known
 *   Source   see `worstPair`
 */
export function chainWithDelta(
  guarantee: ApproximateGuarantee,
  first: readonly Moved[],
  second: readonly Moved[],
  infinite = 0,
): AtomicPair | undefined {
  const { start, changes } = chainUnder(first, second);
  if (changes > CHANGES_MAX) return undefined;
  const bends = bendsOf(guarantee, changes);
  const outcomes: Atom[] = [{ logP: Math.log(infinite), logQ: -Infinity }];
  let narrowest = 0;
  for (let since = 0; since <= changes; since++) {
    for (const cell of cellsOf(guarantee, bends.slice(0, changes - since).flat(), since)) {
      const growth = growthsOf(guarantee, cell, changes);
      const logMass = (mixture: readonly Moved[]): number =>
        logSumExp(mixture.map(({ weight, units }) => Math.log(weight) + growth[units - start]));
      outcomes.push({ logP: logMass(first), logQ: logMass(second) });
      narrowest = Math.max(narrowest, cell.error);
    }
  }
  if (!(narrowest < ERROR_MAX)) return undefined;
  const terms = first.length + second.length;
  return atomicPair(outcomes, narrowest + UNIT * (16 + 4 * terms + changes * (4 + 2 * guarantee.epsilon)));
}

const turnOf = ({ epsilon, delta }: ApproximateGuarantee): number =>
  ((1 - delta) * Math.exp(-epsilon)) / (1 + Math.exp(-epsilon));

/** Where the i-th image of a half-line meets a bend of F, for each i. */
function bendsOf(guarantee: ApproximateGuarantee, changes: number): Place[][] {
  const turn = turnOf(guarantee);
  const { delta } = guarantee;
  let places: Place[] = [
    { y: turn, rest: 1 - turn, errorOfY: 8 * UNIT * turn, errorOfRest: 8 * UNIT },
    { y: 1 - delta, rest: delta, errorOfY: UNIT, errorOfRest: 0 },
  ];
  const bends: Place[][] = [];
  for (let i = 0; i < changes; i++) {
    bends.push(places);
    places = places.flatMap(place => earlier(guarantee, place) ?? []);
  }
  return bends;
}

/** The half-line that F takes to this one; none is taken to chances up to delta. */
function earlier(guarantee: ApproximateGuarantee, { y, rest, errorOfY, errorOfRest }: Place): Place | undefined {
  const { epsilon, delta } = guarantee;
  if (rest < turnOf(guarantee)) {
    const before = delta + Math.exp(epsilon) * rest;
    const error = Math.exp(epsilon) * errorOfRest + 8 * UNIT * before;
    return { y: 1 - before, rest: before, errorOfY: error + UNIT, errorOfRest: error };
  }
  if (!(y > delta)) return undefined;
  const before = (y - delta) * Math.exp(-epsilon);
  const error = (errorOfY + 4 * UNIT * y) * Math.exp(-epsilon);
  return { y: before, rest: 1 - before, errorOfY: error, errorOfRest: error + UNIT };
}

/** The half-line that F takes this one to, and the logarithm of F's slope there. */
function later(guarantee: ApproximateGuarantee, { y, rest }: Place): { place: Place; slope: number } {
  const { epsilon, delta } = guarantee;
  const known = { errorOfY: 0, errorOfRest: 0 };
  if (y < turnOf(guarantee)) {
    const next = Math.exp(epsilon) * y + delta;
    return { place: { y: next, rest: 1 - next, ...known }, slope: epsilon };
  }
  if (rest <= delta) return { place: { y: 1, rest: 0, ...known }, slope: -Infinity };
  const next = (rest - delta) * Math.exp(-epsilon);
  return { place: { y: 1 - next, rest: next, ...known }, slope: -epsilon };
}

/** Cells between bends: of all half-lines of the first law, or of those that come in with a later one, up to delta. */
function cellsOf({ delta }: ApproximateGuarantee, bends: readonly Place[], since: number): Cell[] {
  const exact = { errorOfY: 0, errorOfRest: 0 };
  const end = since === 0 ? { y: 1, rest: 0, ...exact } : { y: delta, rest: 1 - delta, ...exact };
  const cuts = [{ y: 0, rest: 1, ...exact }, ...bends.filter(({ y }) => y < end.y), end].sort((a, b) =>
    a.y < 0.5 && b.y < 0.5 ? a.y - b.y : b.rest - a.rest,
  );
  return cuts.slice(1).flatMap((to, i) => {
    const from = cuts[i];
    const low = to.y < 0.5;
    const width = low ? to.y - from.y : from.rest - to.rest;
    if (!(width > 0)) return [];
    const error = low ? from.errorOfY + to.errorOfY : from.errorOfRest + to.errorOfRest;
    const middle = { y: (from.y + to.y) / 2, rest: (from.rest + to.rest) / 2, ...exact };
    return [{ since, width, middle, error: error / width + 2 * UNIT }];
  });
}

/** Logarithms of a cell's chances under each law. */
function growthsOf(guarantee: ApproximateGuarantee, { since, width, middle }: Cell, changes: number): number[] {
  const logs: number[] = Array.from({ length: since }, () => -Infinity);
  let [place, log] = [middle, Math.log(width)];
  for (let law = since; law <= changes; law++) {
    logs.push(log);
    const next = later(guarantee, place);
    [place, log] = [next.place, log + next.slope];
  }
  return logs;
}
