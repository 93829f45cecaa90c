/**
 * A pair on a lattice from below: neighbouring cells are merged until their common loss is a lattice point.
 * The last group never reaches its point and is rounded down, so the sweep starts where most of the mass is.
 */
import type { Points, Spread, Table } from './lattice.ts';
import { emptyTail, surelyInfinite, UNIT } from './pair.ts';

/**
 * The pair from below.
 *   Says     H of the lattice <= H(P || Q), for every epsilon and under composition
 *   Assumes  nothing: merging outcomes is post-processing, and a cell may be divided by a coin
 *   Rounds   down: a group closes only when its loss certainly reaches the point, and its mass is never too large
 *   Source   data processing inequality
 */
export function below(table: Table): Spread {
  const masses = new Float64Array(table.p.length);
  const { first } = table.span;
  const emit = (index: number, mass: number): void => {
    if (index >= first && mass > 0) masses[index - first] += mass;
  };
  if (heavierTop(table)) sweepDown(cut(table), table.points, emit);
  else sweepUp(cut(table), table.points, 'atLeast', emit);
  return { first, masses, infinite: surelyInfinite(table.pair) };
}

/**
 * The reversed pair from below, on the same points: Q's masses, at losses that are certainly not exceeded.
 * What lies above the last point is dropped.
 */
export function belowReversed(table: Table): Float64Array {
  const masses = new Float64Array(table.p.length);
  sweepUp(cut(table), table.points, 'atMost', (index, mass) => {
    if (mass > 0) masses[index - table.span.first] += mass;
  });
  return masses;
}

type Emit = (index: number, mass: number) => void;

function heavierTop({ p }: Table): boolean {
  const top = p.length - 1;
  return p[top - 1] - p[top] > p[0] - p[1];
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

function cut({ pair, points, span, p, logQ, error }: Table): Cells {
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
function sweepUp({ at, p, logQ, error }: Cells, points: Points, sense: 'atLeast' | 'atMost', emit: Emit): void {
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
      const level = sense === 'atLeast' ? slack : -slack;
      const gained = startP - startQ - (hereP - hereQ);
      const gainedByEnd = startP - startQ - (endP - endQ);
      if (!(gainedByEnd >= level && gainedByEnd > gained)) break;
      if (gained < level) {
        const fraction = Math.min(1, Math.max(0, (level - gained) / (gainedByEnd - gained)));
        hereP += fraction * (endP - hereP);
        hereQ += fraction * (endQ - hereQ);
        if (sense === 'atLeast') emit(target, startP - hereP - error[i] * (startP + hereP));
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
  if (sense === 'atLeast') settle({ p: startP - hereP, q: startQ - hereQ, slack, target }, points, emit, at[0]);
  else if (target <= last) {
    // the last group stayed below its target; only where that is not certain it goes one point further up
    const place = startP - hereP - (startQ - hereQ) < -slack ? target : target + 1;
    if (place <= last) emit(place, (startQ - hereQ - slack) * Math.exp(-points(target)));
  }
}

/** From high losses to low: P's mass first exceeds Q's, and the group closes when it no longer does. */
function sweepDown({ at, p, logQ, error }: Cells, points: Points, emit: Emit): void {
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
  settle({ p: hereP - startP, q: hereQ - startQ, slack, target }, points, emit, at[0]);
}

/** The last group never reached its target: its mass goes to the highest point that its loss certainly reaches. */
function settle(
  rest: { p: number; q: number; slack: number; target: number },
  points: Points,
  emit: Emit,
  first: number,
): void {
  const mass = rest.p - rest.slack;
  if (!(mass > 0)) return;
  const loss = Math.log(mass / (rest.q + rest.slack)) + points(rest.target);
  let index = rest.target;
  while (index >= first && !(points(index) < loss)) index--;
  emit(index, mass);
}
