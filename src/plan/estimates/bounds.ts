/** From noisy numbers of rows in neighbouring ranges to bounds. It costs nothing: only noisy numbers decide. */
import type { ValueRange } from '../checked-plan.ts';
import { isAbove, type Noisy } from './noisy.ts';

/** Probabilities that noise alone lets a range seem to hold rows. */
export const FALSE_RANGE = {
  /** Any of all ranges, where there is nothing: strict, because a range far away would make bounds useless. */
  anywhere: 1e-3,
  /** The next one outwards: a bound that is twice too wide costs less than rows that are cut off. */
  beside: 0.025,
} as const;

/** How many rows a range seems to hold, with noise that goes upwards no farther than its half width, but for this probability. */
export type RowsIn = (range: number, probability: number) => Noisy;

/**
 * From the first range that stands out to the last, and on outwards as long as the next one seems to hold rows too: down to 0
 * or up to it, but never to the other side of it, for a column without negative values should have no negative bound.
 */
export function foundBounds(ranges: readonly ValueRange[], rowsIn: RowsIn): ValueRange | undefined {
  const stands = ranges.map((_, i) => isAbove(rowsIn(i, FALSE_RANGE.anywhere / ranges.length), 0));
  const seems = (i: number): boolean => i in ranges && isAbove(rowsIn(i, FALSE_RANGE.beside), 0);
  let [first, last] = [stands.indexOf(true), stands.lastIndexOf(true)];
  if (first < 0) return undefined;
  while (ranges[first].low !== 0n && seems(first - 1)) first--;
  while (ranges[last].high !== 0n && seems(last + 1)) last++;
  return Object.freeze({ low: ranges[first].low, high: ranges[last].high });
}
