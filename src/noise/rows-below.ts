/** How many rows lie below a place, found without a walk along all of them. */
import { firstWhere } from './nearness.ts';

/** How many rows have one value. Values are whole numbers of steps. */
export interface StepCount {
  readonly value: bigint;
  readonly rows: bigint;
}

/**
 * A value has so many cells, in each of which a row of it lies with one part, which weighs 1: cell 0 is the first of the value
 * `low`. The function says what lies below a cell. Tallies are in increasing order of value, from `low` on.
 */
export function rowsBelow(tallies: readonly StepCount[], low: bigint, cells = 1n): (cell: bigint) => bigint {
  const sums = [0n];
  for (const { rows } of tallies) sums.push(sums[sums.length - 1] + rows);
  const all = BigInt(tallies.length);
  return cell => {
    const value = low + cell / cells;
    const place = Number(firstWhere(0n, all, i => tallies[Number(i)].value >= value));
    const here = tallies[place]?.value === value ? tallies[place].rows * (cell % cells) : 0n;
    return sums[place] * cells + here;
  };
}
