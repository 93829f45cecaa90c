/**
 * Chances of a sum, cell by cell, for every value that the critical entry may add. Where the sum has a density, the
 * chance of a cell hides how the density runs inside it: the table says by how much it may.
 */

export interface SumTable {
  /** masses[i] is the chance of cell first + i. */
  readonly first: number;
  readonly masses: Float64Array;
  /** By how much the density rises from border to border of a cell, times its width; undefined where a cell is one answer. */
  readonly slopes: Float64Array | undefined;
  /** The largest curvature of the density, times the cube of the width; and what slopes err by. */
  readonly bend: number;
  /** All masses together err by no more than this. */
  readonly noise: number;
}

/** Cells of two tables and all their shifts from 0 to `reach`. */
export interface Frame {
  readonly first: number;
  readonly length: number;
}

export function frameOf(tables: readonly SumTable[], reach: number): Frame {
  const first = Math.min(...tables.map(table => table.first));
  const last = Math.max(...tables.map(table => table.first + table.masses.length + reach));
  return { first, length: last - first };
}

export interface Shifts {
  readonly from: number;
  readonly to: number;
}

/**
 * For each cell of a frame the largest (or smallest) entry that any shift brings there: a running extreme over blocks, two
 * comparisons a cell however many shifts.
 */
export function extremeOver(
  entries: Float64Array,
  first: number,
  { from, to }: Shifts,
  frame: Frame,
  pick: 'largest' | 'smallest',
): Float64Array {
  const width = to - from + 1;
  const seen = placed(entries, first + to, { first: frame.first, length: frame.length + width - 1 });
  if (width === 1) return seen;
  const better = pick === 'largest' ? Math.max : Math.min;
  const [forward, backward] = [seen.slice(), seen.slice()];
  for (let block = 0; block < seen.length; block += width) {
    const end = Math.min(block + width, seen.length) - 1;
    for (let i = block + 1; i <= end; i++) forward[i] = better(forward[i - 1], forward[i]);
    for (let i = end - 1; i >= block; i--) backward[i] = better(backward[i + 1], backward[i]);
  }
  const extremes = new Float64Array(frame.length);
  for (let i = 0; i < extremes.length; i++) extremes[i] = better(backward[i], forward[i + width - 1]);
  return extremes;
}

/** Entries in their place in a frame; what lies outside of it is left out, and zeros fill the rest. */
export function placed(entries: Float64Array, first: number, frame: Frame): Float64Array {
  const all = new Float64Array(frame.length);
  const start = first - frame.first;
  const inside = entries.subarray(Math.max(0, -start), Math.max(0, frame.length - start));
  if (inside.length > 0) all.set(inside, Math.max(0, start));
  return all;
}
