/**
 * The most that one unit counts: k rows' worth over all its groups, filled in an order that nobody can foresee.
 * A unit within its k rows is never touched; a fixed order would starve the groups that come last.
 */
import { createHash } from 'node:crypto';
import { least } from '../expressions/whole-numbers.ts';
import { canonicalList, compareText, type Value } from '../value.ts';

/** Part of a unit's rows: a group, or a group and a value in it. */
export interface Cell {
  readonly parts: readonly Value[];
  readonly rows: bigint;
}

/**
 * Where a cell stands in its unit's order: the smallest first. SHA-256 in hex digits of the question's key (64 hex digits),
 * a colon, and the canonical list of the unit's name and the cell's parts. Sixteen digits decide but for ties, which
 * the other digits settle.
 */
export const cellOrder = (key: string, unit: string, parts: readonly Value[]): string =>
  createHash('sha256')
    .update(`${key}:${canonicalList([unit, ...parts])}`, 'utf8')
    .digest('hex');

/** How many rows of each cell count, in the order of the cells given. */
export function allot(cells: readonly Cell[], unit: string, rowsPerUnit: bigint, key: string): bigint[] {
  const all = cells.reduce((total, cell) => total + cell.rows, 0n);
  if (all <= rowsPerUnit) return cells.map(cell => cell.rows);
  const ordered = cells
    .map((cell, place) => ({ place, rows: cell.rows, order: cellOrder(key, unit, cell.parts) }))
    .sort((one, other) => compareText(one.order, other.order));
  const allotted = cells.map(() => 0n);
  let left = rowsPerUnit;
  for (const { place, rows } of ordered) {
    allotted[place] = least([left, rows]);
    left -= allotted[place];
  }
  return allotted;
}
