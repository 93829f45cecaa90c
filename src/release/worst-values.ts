/** The values that stand in the way of a larger sample, and what each costs. */
import type { Combinations } from '../engine/index.ts';
import { exactRate } from './rates/exact-rate.ts';
import { tooMany } from './rates/failure-chance.ts';
import type { ReleaseGuarantee } from './rates/guarantee.ts';
import { mostShown } from './rates/most-shown.ts';
import { type TableCounts, withoutOne } from './rates/table-counts.ts';

export type NamedRow = Readonly<Record<string, string | null>>;

export interface WorstValue {
  /** A row by column; all rows of a person where a person has several. */
  readonly value: NamedRow | readonly NamedRow[];
  readonly count: number;
  /** How much the largest rate would rise if this value were merged with common ones. */
  readonly costsRate: number;
}

const SHOWN = 10;

/** The rarest values, those first whose presence breaks the promise most often. */
export function worstValues(
  rarest: Combinations['rarest'],
  names: readonly string[],
  { table, promised, rate }: { table: TableCounts; promised: ReleaseGuarantee; rate: number },
): readonly WorstValue[] {
  const harm = (count: number): number => tooMany(count, mostShown(count, promised), rate);
  const costs = new Map<number, number>();
  const costOf = (count: number): number => {
    const cost = costs.get(count) ?? exactRate(withoutOne(table, count), promised) - rate;
    costs.set(count, cost);
    return cost;
  };
  return [...rarest]
    .sort((one, other) => harm(other.count) - harm(one.count))
    .slice(0, SHOWN)
    .map(({ rows, count }) => ({ value: namedRows(rows, names), count, costsRate: costOf(count) }));
}

export function namedRows(rows: Combinations['rarest'][number]['rows'], names: readonly string[]): WorstValue['value'] {
  const named = rows.map(cells => Object.fromEntries(names.map((name, place) => [name, cells[place]])));
  return named.length === 1 ? named[0] : named;
}
