/** How far two laws of a sum lie apart when the critical entry has one of some values here and one of some values there. */
import { extremeOver, type Frame, frameOf, placed, type Shifts } from './table.ts';
import type { Moving, SumWorld } from './world.ts';

export interface Box {
  readonly here: Shifts;
  readonly there: Shifts;
}

/** The rounding of a handful of operations on numbers of at most e^epsilon. */
const ROUNDING = 2 ** -45;

/**
 * No pair of values in a box tells more.
 *   Says     H <= Σ over cells of (Σ a·max P − e^ε·Σ a·min Q − (e^ε−1)·b·R)₊, over the ways in which the critical entry counts,
 *            each with its chance a; P and Q the chances of the cell over all values of the box, R its chance when the entry
 *            does not count, which has chance b; where the density may change sign inside a cell, at most twice what it
 *            varies there is added, or all of P
 *   Assumes  tables err by no more than their noise, and between two shifts by no more than their bend
 *   Rounds   up
 *   Source   derived: the positive part of an integral over a cell is at most the integral of the positive part of a bound
 */
export function mostApart(world: SumWorld, box: Box, epsilon: number): number {
  const factor = Math.exp(epsilon);
  const frame = frameOfWorld(world);
  const here = weighed(world.moving, box.here, frame, 'largest');
  const there = weighed(world.moving, box.there, frame, 'smallest');
  const rest = resting(world, frame, factor);
  // between two shifts a cell leaves the chord between its neighbours by at most an eighth of the bend
  const between = (isOne(box.here) ? 0 : 1) + factor * (isOne(box.there) ? 0 : 1);
  const bend = (between * bendOf(world.moving)) / 8;
  const doubts = doubtsOf(world, { frame, box }, factor);
  let sum = 0;
  for (let i = 0; i < frame.length; i++) {
    const gain = here[i] - factor * there[i] - rest[i] + bend;
    const doubt = doubts === undefined ? 0 : doubts[i];
    // nor can a cell tell more than it holds
    if (gain + doubt > 0) sum += Math.min(Math.max(gain, Math.min(gain + doubt, 2 * doubt)), here[i] + bend);
  }
  return world.weight * (sum * (1 + ROUNDING) + noiseOf(world, factor));
}

/** The first pair of values of a box tells at least this: what holds for cells holds for answers. */
export function leastApart(world: SumWorld, box: Box, epsilon: number): number {
  const factor = Math.exp(epsilon);
  const frame = frameOfWorld(world);
  const first = ({ from }: Shifts) => weighed(world.moving, { from, to: from }, frame, 'largest');
  const [here, there] = [first(box.here), first(box.there)];
  const rest = resting(world, frame, factor);
  let sum = 0;
  for (let i = 0; i < frame.length; i++) sum += Math.max(0, here[i] - factor * there[i] - rest[i]);
  return world.weight * Math.max(0, sum * (1 - ROUNDING) - noiseOf(world, factor));
}

const isOne = ({ from, to }: Shifts): boolean => from === to;

function frameOfWorld({ moving, still, reach }: SumWorld): Frame {
  const tables = [...moving, ...(still === undefined ? [] : [still])].map(({ table }) => table);
  return frameOf(tables, reach * Math.max(...moving.map(({ times }) => times)));
}

/** The chance of each cell over all ways in which the entry counts, each at its extreme over the shifts. */
function weighed(moving: readonly Moving[], shifts: Shifts, frame: Frame, pick: 'largest' | 'smallest'): Float64Array {
  const sum = new Float64Array(frame.length);
  for (const { chance, times, table } of moving) {
    const moved = { from: times * shifts.from, to: times * shifts.to };
    const extremes = extremeOver(table.masses, table.first, moved, frame, pick);
    for (let i = 0; i < sum.length; i++) sum[i] += chance * extremes[i];
  }
  return sum;
}

/** What is the same in both laws, and so is less than e^epsilon times itself. */
function resting({ still }: SumWorld, frame: Frame, factor: number): Float64Array {
  if (still === undefined) return new Float64Array(frame.length);
  const by = (factor - 1) * still.chance;
  return placed(still.table.masses, still.table.first, frame).map(mass => by * mass);
}

const bendOf = (moving: readonly Moving[]): number =>
  moving.reduce((sum, { chance, table }) => sum + chance * table.bend, 0);

function noiseOf({ moving, still }: SumWorld, factor: number): number {
  const parts = still === undefined ? moving : [...moving, still];
  return (1 + factor) * parts.reduce((sum, { chance, table }) => sum + chance * table.noise, ROUNDING * 2 ** -4);
}

/** How much the difference of both densities may vary inside a cell, times its width. Such sums count the entry once. */
function doubtsOf(
  { moving: [{ chance, table }], still }: SumWorld,
  { frame, box }: { readonly frame: Frame; readonly box: Box },
  factor: number,
): Float64Array | undefined {
  const { slopes, first, bend } = table;
  if (slopes === undefined) return undefined;
  const over = (shifts: Shifts, pick: 'largest' | 'smallest') => extremeOver(slopes, first, shifts, frame, pick);
  const [hereMost, hereLeast] = [over(box.here, 'largest'), over(box.here, 'smallest')];
  const [thereMost, thereLeast] = [over(box.there, 'largest'), over(box.there, 'smallest')];
  const rest = placed(still?.table.slopes ?? new Float64Array(), still?.table.first ?? 0, frame);
  const byRest = (factor - 1) * (still?.chance ?? 0);
  // a quarter of the curvature from the chord inside a cell, another from the chord between two shifts
  const bent = (chance * (1 + factor) * bend) / 2 + (byRest * (still?.table.bend ?? 0)) / 4;
  for (let i = 0; i < hereMost.length; i++) {
    const rising = chance * (hereMost[i] - factor * thereLeast[i]) - byRest * rest[i];
    const falling = chance * (factor * thereMost[i] - hereLeast[i]) + byRest * rest[i];
    hereMost[i] = Math.max(rising, falling, 0) + bent;
  }
  return hereMost;
}
