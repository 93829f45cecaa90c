/** What was chosen in the sentence, as SQL. */
import { type GroupChoice, groupSql, needsThreshold, type OfferedColumn, type OfferedTable } from './groupings.ts';
import { quotedName, quotedText } from './sql-words.ts';

export interface QuestionChoices {
  readonly table: string;
  readonly statistic: keyof typeof statistics;
  readonly column: string;
  readonly groups: readonly GroupChoice[];
  /** Rows that meet all of them. */
  readonly conditions: readonly ChosenCondition[];
  /** Of a random sample; empty for everybody. */
  readonly percent: string;
  readonly sample: string;
}

export interface ChosenCondition {
  readonly column: string;
  readonly comparison: string;
  readonly value: string;
}

export const statistics = {
  people: 'number of people',
  count: 'number of rows',
  sum: 'sum',
  avg: 'average',
  median: 'median',
  p90: '90th percentile',
  stddev: 'standard deviation',
} as const;

const WITHOUT_COLUMN = ['people', 'count'];

/** Where nobody is named, a row is a person. */
export const statisticsFor = ({ unit, columns }: OfferedTable): readonly QuestionChoices['statistic'][] =>
  (Object.keys(statistics) as QuestionChoices['statistic'][]).filter(name =>
    name === 'people' ? typeof unit === 'string' : name === 'count' || columnsFor(name, columns).length > 0,
  );

/** Columns that can be added up have public bounds. */
export const columnsFor = (
  statistic: QuestionChoices['statistic'],
  columns: readonly OfferedColumn[],
): readonly OfferedColumn[] =>
  WITHOUT_COLUMN.includes(statistic) ? [] : columns.filter(column => isNumber(column) && column.min !== undefined);

const ORDERED = { '>=': 'is at least', '<=': 'is at most', '=': 'is', '<>': 'is not' };
const DATED = { '>=': 'is on or after', '<=': 'is on or before', '=': 'is', '<>': 'is not' };
const NAMED = { '=': 'is', '<>': 'is not' };

/** How values of a column can be compared, in words; the first is the usual one. */
export function comparisonsOf(column: OfferedColumn | undefined): Readonly<Record<string, string>> {
  if (column === undefined) return NAMED;
  if (isNumber(column)) return ORDERED;
  return column.type === 'date' || column.type === 'timestamp' ? DATED : NAMED;
}

/** The only values there are, where that is known. */
export const valuesOf = (column: OfferedColumn | undefined): readonly string[] | undefined =>
  column?.type === 'boolean' ? ['true', 'false'] : column?.values;

/** Nothing as long as a condition is half written: without it, it would be another question, and paid for. */
export function sqlOf(choice: QuestionChoices, table: OfferedTable): string {
  if (unfinished(choice) !== undefined) return '';
  const groups = choice.groups.map(groupSql);
  const where = choice.conditions.map(condition => conditionSql(condition, table.columns));
  return [
    `SELECT ${[...groups, aggregateSql(choice, table)].join(', ')}`,
    `FROM ${quotedName(choice.table)}${drawnSql(choice)}`,
    ...(where.length === 0 ? [] : [`WHERE ${where.join(' AND ')}`]),
    ...(groups.length === 0 ? [] : [`GROUP BY ${groups.join(', ')}`]),
  ].join('\n');
}

export const unfinished = ({ conditions }: QuestionChoices): string | undefined =>
  conditions.find(({ value }) => value.trim() === '')?.column;

export const choiceNeedsDelta = ({ groups }: QuestionChoices, { columns }: OfferedTable): boolean =>
  groups.some(group => needsThreshold(group, columns));

function aggregateSql({ statistic, column }: QuestionChoices, { unit }: OfferedTable): string {
  const name = quotedName(column);
  const forms: Readonly<Record<QuestionChoices['statistic'], string>> = {
    people: `count(DISTINCT ${quotedName(unit ?? '')})`,
    count: 'count(*)',
    sum: `sum(${name})`,
    avg: `avg(${name})`,
    median: `median(${name})`,
    p90: `percentile_cont(0.9) WITHIN GROUP (ORDER BY ${name})`,
    stddev: `stddev(${name})`,
  };
  return forms[statistic];
}

function drawnSql({ percent, sample }: QuestionChoices): string {
  if (percent === '') return '';
  return ` TABLESAMPLE BERNOULLI (${percent})${sample === '' ? '' : ` REPEATABLE (${quotedText(sample)})`}`;
}

function conditionSql({ column, comparison, value }: ChosenCondition, columns: readonly OfferedColumn[]): string {
  const compared = columns.find(({ name }) => name === column);
  const plain = compared !== undefined && (isNumber(compared) || compared.type === 'boolean');
  return `${quotedName(column)} ${comparison} ${plain ? value.trim() : quotedText(value)}`;
}

const isNumber = ({ type }: OfferedColumn): boolean => type === 'integer' || type === 'number';
