/** How far two laws of a sum lie apart when the critical entry has one of some values here and one of some values there. */
import { extremeOver, type Frame, frameOf, placed, type Shifts } from './table.ts';
import type { World } from './world.ts';

export interface Box {
  readonly here: Shifts;
  readonly there: Shifts;
}

/** The rounding of a handful of operations on numbers of at most e^epsilon. */
const ROUNDING = 2 ** -45;

/**
 * No pair of values in a box tells more.
 *   Says     H <= Σ over cells of (a·max P − e^ε·a·min Q − (e^ε−1)·(1−a)·R)₊, a the chance that the critical entry counts,
 *            P and Q the chances of the cell over all values of the box, R its chance when the entry does not count; where
 *            the density may change sign inside a cell, at most twice what it varies there is added, or all of P
 *   Assumes  tables err by no more than their noise, and between two shifts by no more than their bend
 *   Rounds   up
 *   Source   derived: the positive part of an integral over a cell is at most the integral of the positive part of a bound
 */
export function mostApart({ rate, moving, still, reach, weight }: World, box: Box, epsilon: number): number {
  const factor = Math.exp(epsilon);
  const frame = frameOf(still === undefined ? [moving] : [moving, still], reach);
  const here = extremeOver(moving.masses, moving.first, box.here, frame, 'largest');
  const there = extremeOver(moving.masses, moving.first, box.there, frame, 'smallest');
  const rest = placed(still?.masses ?? new Float64Array(), still?.first ?? 0, frame);
  // between two shifts a cell leaves the chord between its neighbours by at most an eighth of the bend
  const bend = (rate * moving.bend * ((isOne(box.here) ? 0 : 1) + factor * (isOne(box.there) ? 0 : 1))) / 8;
  const doubts = doubtsOf({ rate, moving, still, frame, box }, factor);
  let sum = 0;
  for (let i = 0; i < frame.length; i++) {
    const gain = rate * (here[i] - factor * there[i]) - (factor - 1) * (1 - rate) * rest[i] + bend;
    const doubt = doubts === undefined ? 0 : doubts[i];
    // nor can a cell tell more than it holds
    if (gain + doubt > 0) sum += Math.min(Math.max(gain, Math.min(gain + doubt, 2 * doubt)), rate * here[i] + bend);
  }
  return weight * (sum * (1 + ROUNDING) + noiseOf({ rate, moving, still }, factor));
}

/** The first pair of values of a box tells at least this: what is told of cells is told of answers. */
export function leastApart(
  { rate, moving, still, reach, weight }: World,
  { here, there }: Box,
  epsilon: number,
): number {
  const factor = Math.exp(epsilon);
  const frame = frameOf(still === undefined ? [moving] : [moving, still], reach);
  const p = placed(moving.masses, moving.first + here.from, frame);
  const q = placed(moving.masses, moving.first + there.from, frame);
  const rest = placed(still?.masses ?? new Float64Array(), still?.first ?? 0, frame);
  let sum = 0;
  for (let i = 0; i < frame.length; i++) {
    const gain = rate * (p[i] - factor * q[i]) - (factor - 1) * (1 - rate) * rest[i];
    if (gain > 0) sum += gain;
  }
  return weight * Math.max(0, sum * (1 - ROUNDING) - noiseOf({ rate, moving, still }, factor));
}

const isOne = ({ from, to }: Shifts): boolean => from === to;

type Parts = Pick<World, 'rate' | 'moving' | 'still'>;

const noiseOf = ({ rate, moving, still }: Parts, factor: number): number =>
  (1 + factor) * (rate * moving.noise + (1 - rate) * (still?.noise ?? 0) + ROUNDING * 2 ** -4);

/** How much the difference of both densities may vary inside a cell, times its width. */
function doubtsOf(
  { rate, moving, still, frame, box }: Parts & { readonly frame: Frame; readonly box: Box },
  factor: number,
): Float64Array | undefined {
  if (moving.slopes === undefined) return undefined;
  const { slopes, first, bend } = moving;
  const over = (shifts: Shifts, pick: 'largest' | 'smallest') => extremeOver(slopes, first, shifts, frame, pick);
  const [hereMost, hereLeast] = [over(box.here, 'largest'), over(box.here, 'smallest')];
  const [thereMost, thereLeast] = [over(box.there, 'largest'), over(box.there, 'smallest')];
  const rest = placed(still?.slopes ?? new Float64Array(), still?.first ?? 0, frame);
  const byRest = (factor - 1) * (1 - rate);
  // a quarter of the curvature from the chord inside a cell, another from the chord between two shifts
  const bent = (rate * (1 + factor) * bend) / 2 + (byRest * (still?.bend ?? 0)) / 4;
  for (let i = 0; i < hereMost.length; i++) {
    const rising = rate * (hereMost[i] - factor * thereLeast[i]) - byRest * rest[i];
    const falling = rate * (factor * thereMost[i] - hereLeast[i]) + byRest * rest[i];
    hereMost[i] = Math.max(rising, falling, 0) + bent;
  }
  return hereMost;
}
