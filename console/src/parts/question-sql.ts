/** What was chosen in the form, as SQL. */
import type { TableList } from '../../../src/service/contract/budget.ts';

type Table = TableList['tables'][number];
type Column = Table['columns'][number];

export interface QuestionChoices {
  readonly table: string;
  readonly statistic: keyof typeof statistics;
  readonly column: string;
  readonly group: string;
  /** Rows whose column compares so with the value; an empty column for all rows. */
  readonly condition: { readonly column: string; readonly comparison: FormComparison; readonly value: string };
  /** Of a random sample; empty for everybody. */
  readonly percent: string;
  readonly sample: string;
}

export const statistics = {
  people: 'number of people',
  count: 'number of rows',
  sum: 'sum',
  avg: 'average',
  median: 'median',
} as const;

export const comparisons = { '=': 'is', '>=': 'is at least', '<=': 'is at most' } as const;
export type FormComparison = keyof typeof comparisons;

/** Where nobody is named, a row is a person. */
export const statisticsFor = ({ unit }: Table): readonly QuestionChoices['statistic'][] =>
  (Object.keys(statistics) as QuestionChoices['statistic'][]).filter(
    name => name !== 'people' || typeof unit === 'string',
  );

/** Columns that can be added up have public bounds. */
export const columnsFor = (statistic: QuestionChoices['statistic'], columns: readonly Column[]): readonly Column[] =>
  statistic === 'count' || statistic === 'people'
    ? []
    : columns.filter(column => isNumber(column) && column.min !== undefined);

export const groupable = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ values }) => values !== undefined);

/** Nothing as long as the condition is half written: without it, it would be another question, and paid for. */
export function sqlOf(choice: QuestionChoices, { unit, columns }: Table): string {
  if (isHalfWritten(choice)) return '';
  const { table, statistic, column, group, percent, sample } = choice;
  const aggregate = {
    people: `count(DISTINCT ${quoted(unit ?? '')})`,
    count: 'count(*)',
    sum: `sum(${quoted(column)})`,
    avg: `avg(${quoted(column)})`,
    median: `median(${quoted(column)})`,
  }[statistic];
  const drawn =
    percent === '' ? '' : ` TABLESAMPLE BERNOULLI (${percent})${sample === '' ? '' : ` REPEATABLE (${text(sample)})`}`;
  const grouped = group === '' ? '' : ` GROUP BY ${quoted(group)}`;
  const where = conditionOf(choice.condition, columns);
  return `SELECT ${group === '' ? '' : `${quoted(group)}, `}${aggregate} FROM ${quoted(table)}${drawn}${where}${grouped}`;
}

export const isHalfWritten = ({ condition: { column, value } }: QuestionChoices): boolean =>
  column !== '' && value.trim() === '';

function conditionOf({ column, comparison, value }: QuestionChoices['condition'], columns: readonly Column[]): string {
  const compared = columns.find(({ name }) => name === column);
  if (compared === undefined) return '';
  return ` WHERE ${quoted(column)} ${comparison} ${isNumber(compared) ? value.trim() : text(value)}`;
}

const isNumber = ({ type }: Column): boolean => type === 'integer' || type === 'number';

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

const text = (word: string): string => `'${word.replaceAll("'", "''")}'`;
