/**
 * A pair on a lattice from below: neighbouring cells are merged until their common loss is a lattice point.
 * The last group never reaches its point by itself: it is merged with some of the groups before it.
 */
import type { LatticeMasses, LatticePoints, TailTable } from './lattice.ts';
import { emptyTail, LOSS_MAX, surelyInfinite, UNIT } from './pair.ts';

/**
 * The pair from below.
 *   Says     H of the lattice <= H(P || Q), for every epsilon and under composition
 *   Assumes  nothing: merging outcomes is post-processing, and a cell may be divided by a coin
 *   Rounds   down: a group closes only when its loss certainly reaches the point, and its mass is never too large
 *   Source   data processing inequality; from which end it is swept only decides which cells are merged
 */
export function below(table: TailTable, sweep = sweepOf(table)): LatticeMasses {
  if (areFarApart(table)) return { ...roundedDown(table), infinite: surelyInfinite(table.pair) };
  const groups = { first: table.span.first, masses: new Float64Array(table.p.length) };
  const emit = (index: number, mass: number): void => {
    if (index >= groups.first && mass > 0) groups.masses[index - groups.first] += mass;
  };
  if (sweep === 'down') settle('bottom', sweepDown(cut(table), table.points, emit), table.points, groups);
  else settle('top', sweepUp(cut(table), table.points, 'atLeast', emit), table.points, groups);
  return { ...groups, infinite: surelyInfinite(table.pair) };
}

/** Likelihood ratios between such points overflow: every cell then goes to the point below it (ratios lie closest at the top). */
const areFarApart = ({ points, span }: TailTable): boolean => points(span.last) - points(span.last - 1) > LOSS_MAX;

function roundedDown({ span, p, error }: TailTable): Groups {
  const masses = new Float64Array(p.length);
  for (let i = 0; i + 1 < p.length; i++)
    masses[i] = Math.max(0, p[i] - p[i + 1] - error[i] * p[i] - error[i + 1] * p[i + 1]);
  return { first: span.first, masses };
}

/**
 * The reversed pair from below, on the same points: Q's masses, at losses that are certainly not exceeded.
 * What lies above the last point is dropped.
 */
export function belowReversed(table: TailTable): Float64Array {
  const masses = new Float64Array(table.p.length);
  const emit = (index: number, mass: number): void => {
    if (index <= table.span.last && mass > 0) masses[index - table.span.first] += mass;
  };
  const { p, q, slack, target } = sweepUp(cut(table), table.points, 'atMost', emit);
  // the last group stayed below its target; only where that is not certain it goes one point further up
  const place = p - q < -slack ? target : target + 1;
  emit(place, (q - slack) * Math.exp(-table.points(target)));
  return masses;
}

/** On which side of its point a group must certainly lie. */
type Reach = 'atLeast' | 'atMost';

type Emit = (index: number, mass: number) => void;

/** From the heavier end to the lighter. */
function sweepOf({ p }: TailTable): 'up' | 'down' {
  const top = p.length - 1;
  return p[top - 1] - p[top] > p[0] - p[1] ? 'down' : 'up';
}

/** Boundaries of cells, as (fractional) lattice indices, with the tails there. */
interface Cells {
  readonly at: Float64Array;
  readonly p: Float64Array;
  readonly logQ: Float64Array;
  readonly error: Float64Array;
}

/** Pieces that a lattice step is cut into before merging, where it holds enough mass for that to matter. */
const PIECES = 4;
const ENOUGH = 1e-8;

function cut({ pair, points, span, p, logQ, error }: TailTable): Cells {
  const heavy = (i: number): boolean => p[i] - p[i + 1] > ENOUGH;
  let count = p.length;
  for (let i = 0; i + 1 < p.length; i++) if (heavy(i)) count += PIECES - 1;
  const [at, cellP, cellLogQ, cellError] = Array.from({ length: 4 }, () => new Float64Array(count));
  const tail = emptyTail();
  let next = 0;
  for (let i = 0; i < p.length; i++) {
    at[next] = span.first + i;
    cellP[next] = p[i];
    cellLogQ[next] = logQ[i];
    cellError[next++] = error[i];
    if (i + 1 === p.length || !heavy(i)) continue;
    for (let piece = 1; piece < PIECES; piece++) {
      at[next] = span.first + i + piece / PIECES;
      pair.upper(points(at[next]), tail);
      cellP[next] = Math.exp(tail.p);
      cellLogQ[next] = tail.q;
      cellError[next++] = tail.error + 4 * UNIT;
    }
  }
  return { at, p: cellP, logQ: cellLogQ, error: cellError };
}

/**
 * From low losses to high. Q's masses are kept times the target's likelihood ratio, so a group closes where P's mass
 * comes up to Q's: certainly not below it (then P's mass is emitted), or certainly not above it (then Q's).
 */
function sweepUp({ at, p, logQ, error }: Cells, points: LatticePoints, reach: Reach, emit: Emit): Rest {
  const last = at[at.length - 1];
  let target = at[0] + 1;
  let startP = p[0];
  let startQ = Math.exp(logQ[0] + points(target));
  let hereP = startP;
  let hereQ = startQ;
  let slack = 2 * error[0] * (startP + startQ);
  for (let i = 1; i < at.length && target <= last; i++) {
    const endP = p[i];
    let endQ = Math.exp(logQ[i] + points(target));
    while (target <= last) {
      const level = reach === 'atLeast' ? slack : -slack;
      const gained = startP - startQ - (hereP - hereQ);
      const gainedByEnd = startP - startQ - (endP - endQ);
      if (!(gainedByEnd >= level && gainedByEnd > gained)) break;
      if (gained < level) {
        const fraction = Math.min(1, Math.max(0, (level - gained) / (gainedByEnd - gained)));
        hereP += fraction * (endP - hereP);
        hereQ += fraction * (endQ - hereQ);
        if (reach === 'atLeast') emit(target, startP - hereP - error[i] * (startP + hereP));
        else emit(target, (startQ - hereQ - error[i] * (startQ + hereQ)) * Math.exp(-points(target)));
        startP = hereP;
        startQ = hereQ;
      }
      const next = Math.max(target + 1, Math.floor(at[i - 1]) + 1);
      const rescale = Math.exp(points(next) - points(target));
      startQ *= rescale;
      hereQ *= rescale;
      endQ *= rescale;
      target = next;
      slack = 2 * error[i] * (startP + startQ);
    }
    hereP = endP;
    hereQ = endQ;
  }
  return { p: startP - hereP, q: startQ - hereQ, slack, target };
}

/** From high losses to low: P's mass first exceeds Q's, and the group closes when it no longer does. */
function sweepDown({ at, p, logQ, error }: Cells, points: LatticePoints, emit: Emit): Rest {
  const top = at.length - 1;
  let target = at[top] - 1;
  let startP = p[top];
  let startQ = Math.exp(logQ[top] + points(target));
  let hereP = startP;
  let hereQ = startQ;
  let slack = 0;
  for (let i = top - 1; i >= 0; i--) {
    const endP = p[i];
    let endQ = Math.exp(logQ[i] + points(target));
    slack = 2 * error[i] * (endP + endQ);
    while (at[i] < target && target > at[0]) {
      const gained = hereP - startP - (hereQ - startQ);
      const gainedByEnd = endP - startP - (endQ - startQ);
      const certain = gained > slack;
      if (certain && gainedByEnd > slack) break;
      if (certain) {
        const fraction = (gained - slack) / (gained - gainedByEnd);
        hereP += fraction * (endP - hereP);
        hereQ += fraction * (endQ - hereQ);
        emit(target, hereP - startP - error[i] * (startP + hereP));
        startP = hereP;
        startQ = hereQ;
      }
      const next = Math.min(target - 1, Math.ceil(at[i + 1]) - 1);
      const rescale = Math.exp(points(next) - points(target));
      startQ *= rescale;
      hereQ *= rescale;
      endQ *= rescale;
      target = next;
      slack = 2 * error[i] * (endP + endQ);
    }
    hereP = endP;
    hereQ = endQ;
  }
  return { p: hereP - startP, q: hereQ - startQ, slack, target };
}

/** The last group of a sweep: P's mass, Q's times the likelihood ratio of its target, and how far either may err. */
interface Rest {
  readonly p: number;
  readonly q: number;
  readonly slack: number;
  readonly target: number;
}

/** Groups that were closed: P's masses by lattice point, each with a loss that is certainly not below its point. */
interface Groups {
  readonly first: number;
  readonly masses: Float64Array;
}

/**
 * Puts the last group on a lattice point together with as much of the groups next to it as brings it there.
 *   Says     (p, q) and a share (a, a·exp(-l)) of a group at l make one group at t if p + a >= exp(t)·(q + a·exp(-l)):
 *            at the top a group lies below t, and a is at most (p - exp(t)·q)/(exp(t-l) - 1); at the bottom it lies
 *            above, and a is at least (exp(t)·q - p)/(1 - exp(t-l)). P's and Q's masses both stay, so the mean loss of
 *            many repetitions does not drift
 *   Assumes  the rest lies beyond all groups: above them at the top, below them at the bottom
 *   Rounds   down: p is lowered and q raised by the slack; where the groups do not suffice, to the point below
 *   Source   data processing inequality
 */
function settle(end: 'top' | 'bottom', rest: Rest, points: LatticePoints, { first, masses }: Groups): void {
  const p = rest.p - rest.slack;
  if (!(p > 0)) return;
  const q = rest.q + rest.slack; // times exp(target), as p + a >= exp(t - target)·(q + ...) needs it
  const loss = Math.log(p / q) + points(rest.target);
  const last = first + masses.length - 1;
  let index = Math.min(rest.target, last);
  while (index < last && points(index + 1) < loss) index++;
  while (index >= first && !(points(index) < loss)) index--;
  const surplus = (at: number): number => {
    const scaled = q * Math.exp(points(at) - points(rest.target));
    return p - scaled - 16 * UNIT * (p + scaled * (1 + Math.abs(points(at)) + Math.abs(points(rest.target))));
  };
  const moved = end === 'top' ? sharesBelow(index, surplus(index)) : sharesAbove(index + 1, -surplus(index + 1));
  const place = moved === undefined ? index : end === 'top' ? index : index + 1;
  if (place < first) return;
  for (const { from, mass } of moved ?? []) masses[from - first] -= mass;
  masses[place - first] += (moved ?? []).reduce((sum, { mass }) => sum + mass, p) * (1 - 4 * UNIT);

  /** What a group above the point can take down to it. */
  function sharesBelow(to: number, above: number): Share[] {
    const shares: Share[] = [];
    let left = above;
    for (let i = to - 1; i >= first && left > 0; i--) {
      const each = Math.expm1(points(to) - points(i)) * (1 + 8 * UNIT);
      const mass = Math.min(masses[i - first], (left / each) * (1 - 4 * UNIT));
      if (mass > 0) shares.push({ from: i, mass });
      left -= mass * each * (1 + 4 * UNIT);
    }
    return shares;
  }

  /** What it takes to bring a group below the point up to it; undefined where there is not so much. */
  function sharesAbove(to: number, missing: number): Share[] | undefined {
    const shares: Share[] = [];
    let left = missing;
    for (let i = to + 1; i < first + masses.length && left > 0; i++) {
      const each = -Math.expm1(points(to) - points(i)) * (1 - 8 * UNIT);
      const mass = Math.min(masses[i - first], (left / each) * (1 + 16 * UNIT));
      if (mass > 0) shares.push({ from: i, mass });
      left -= mass * each * (1 - 4 * UNIT);
    }
    return left > 0 ? undefined : shares;
  }
}

/** So much of P's mass of the group at a point. */
interface Share {
  readonly from: number;
  readonly mass: number;
}
