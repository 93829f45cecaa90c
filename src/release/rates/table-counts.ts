/** A table as far as its sample is concerned: how many values occur how often. A value is a combination of all columns. */
import { invariant } from '../../vocabulary/index.ts';

export interface CountGroup {
  /** Rows that have the value. */
  readonly count: number;
  /** Values that occur so often. */
  readonly values: number;
}

export interface TableCounts {
  readonly rows: number;
  readonly distinct: number;
  /** By increasing count, each count once. */
  readonly groups: readonly CountGroup[];
}

export function tableCounts(groups: Iterable<CountGroup>): TableCounts {
  const values = new Map<number, number>();
  for (const group of groups) {
    invariant(Number.isSafeInteger(group.count) && group.count >= 1, 'a value that occurs has a row');
    values.set(group.count, (values.get(group.count) ?? 0) + group.values);
  }
  const sorted = [...values].map(([count, values]) => ({ count, values })).sort((a, b) => a.count - b.count);
  return Object.freeze({
    rows: sorted.reduce((sum, { count, values }) => sum + count * values, 0),
    distinct: sorted.reduce((sum, { values }) => sum + values, 0),
    groups: sorted,
  });
}

/** The table whose values occur so often, one number for each value. */
export const countsOf = (counts: Iterable<number>): TableCounts =>
  tableCounts(Array.from(counts, count => ({ count, values: 1 })));

/** The same table without one value that occurs so often. */
export const withoutOne = ({ groups }: TableCounts, count: number): TableCounts =>
  tableCounts(
    groups
      .map(group => (group.count === count ? { count, values: group.values - 1 } : group))
      .filter(({ values }) => values > 0),
  );
