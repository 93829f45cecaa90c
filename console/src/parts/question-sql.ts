/** What was chosen in the form, as SQL. */
import type { Tables } from '../../../src/service/contract/budget.ts';

type Column = Tables['tables'][number]['columns'][number];

export interface Choice {
  readonly table: string;
  readonly statistic: keyof typeof statistics;
  readonly column: string;
  readonly group: string;
  /** Of a random sample; empty for everybody. */
  readonly percent: string;
  readonly sample: string;
}

export const statistics = {
  count: 'number of rows',
  sum: 'sum',
  avg: 'average',
  median: 'median',
} as const;

/** Columns that can be added up have public bounds. */
export const columnsFor = (statistic: Choice['statistic'], columns: readonly Column[]): readonly Column[] =>
  statistic === 'count'
    ? []
    : columns.filter(({ type, min }) => (type === 'integer' || type === 'number') && min !== undefined);

export const groupable = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ values }) => values !== undefined);

export function sqlOf({ table, statistic, column, group, percent, sample }: Choice): string {
  const told = statistic === 'count' ? 'count(*)' : `${statistic}(${quoted(column)})`;
  const drawn =
    percent === '' ? '' : ` TABLESAMPLE BERNOULLI (${percent})${sample === '' ? '' : ` REPEATABLE (${text(sample)})`}`;
  const grouped = group === '' ? '' : ` GROUP BY ${quoted(group)}`;
  return `SELECT ${group === '' ? '' : `${quoted(group)}, `}${told} FROM ${quoted(table)}${drawn}${grouped}`;
}

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

const text = (word: string): string => `'${word.replaceAll("'", "''")}'`;
