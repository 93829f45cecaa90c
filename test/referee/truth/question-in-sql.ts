/** A question in SQL; null where SQL has no words for it. */
import * as beside from './beside.ts';
import { inSql } from './per-person.ts';
import type { Aggregate, Question, Step } from './question.ts';
import type { TableName } from './world.ts';

interface From {
  readonly text: string;
  readonly where: string | null;
  readonly tables: number;
}

export function sqlOf(question: Question): string | null {
  const { steps, grouping, keys, aggregates, computed = [], having, descending, limit } = question;
  let from: From | null = { text: question.table, where: null, tables: 0 };
  for (const step of steps) from = from && sqlStep(from, step);
  const shown = aggregates.map(aggregate => sqlAggregate(aggregate, question.table));
  if (from === null || shown.includes(null) || keys.some(({ of }) => of.sql === null)) return null;
  // whether groups are public is for the door to find out
  const grouped = grouping === 'none' ? [] : keys.map(({ name, of, plain }) => (plain ? name : `${of.sql} AS ${name}`));
  const sqlIn = (name: string): string => shown[aggregates.findIndex(aggregate => aggregate.name === name)]!;
  const list = [
    ...grouped,
    ...shown.map((text, i) => `${text} AS ${aggregates[i].name}`),
    ...computed.map(({ name, sql }) => `${sql(sqlIn)} AS ${name}`),
  ];
  return [
    `SELECT ${list.join(', ')} FROM ${from.text}`,
    ...(from.where === null ? [] : [`WHERE ${from.where}`]),
    ...(grouped.length === 0 ? [] : [`GROUP BY ${keys.map(({ name }) => name).join(', ')}`]),
    ...(having === undefined ? [] : [`HAVING count(*) > ${having}`]),
    ...(descending === undefined ? [] : [`ORDER BY ${aggregates[0].name}${descending ? ' DESC' : ''}`]),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
  ].join(' ');
}

/** Begins anew around what there is. */
const wrapped = (
  { text, where, tables }: From,
  more: { readonly all?: string; readonly list?: string; readonly end?: string } = {},
): From => ({
  text: `(SELECT ${more.all ?? '*'}${more.list ?? ''} FROM ${text}${where === null ? '' : ` WHERE ${where}`}${more.end ?? ''}) t${tables}`,
  where: null,
  tables: tables + 1,
});

function sqlStep(from: From, step: Step): From | null {
  switch (step.kind) {
    case 'where': {
      if (step.condition.sql === null) return null;
      return { ...(from.where === null ? from : wrapped(from)), where: step.condition.sql };
    }
    case 'derive':
      return step.of.sql === null ? null : wrapped(from, { list: `, ${step.of.sql} AS ${step.name}` });
    case 'join': {
      const plain = from.where === null ? from : wrapped(from);
      return { ...plain, text: `${plain.text} ${step.keep === 'all' ? 'LEFT ' : ''}JOIN wards USING (ward)` };
    }
    case 'beside': {
      const plain = from.where === null ? from : wrapped(from);
      const others = beside.inSql(step, plain.tables);
      return others === null
        ? null
        : { ...plain, text: `${plain.text} JOIN ${others} USING (patient)`, tables: plain.tables + 1 };
    }
    case 'perUnit': {
      const people = inSql(step);
      return people && wrapped(from, { all: people.list, end: ` GROUP BY ${people.keys}` });
    }
    case 'bernoulli':
    case 'fraction':
    case 'fixed-size': {
      if (!/^\w+$/.test(from.text) || from.where !== null) return null;
      const [method, number] =
        step.kind === 'fixed-size'
          ? ['FIXED', step.size]
          : [step.kind.toUpperCase(), Number((step.rate * 100).toFixed(6))];
      return { ...from, text: `${from.text} TABLESAMPLE ${method} (${number}) REPEATABLE ('${step.name}')` };
    }
    case 'take':
    case 'skip': {
      const limit = step.kind === 'take' ? `LIMIT ${step.size}` : `OFFSET ${step.size}`;
      return wrapped(from, { end: ` ORDER BY ${step.by}${step.descending ? ' DESC' : ''} ${limit}` });
    }
    default:
      return null;
  }
}

function sqlAggregate({ kind, of, with: other, rank }: Aggregate, table: TableName): string | null {
  if (of?.sql === null || other?.sql === null) return null;
  switch (kind) {
    case 'count':
      return 'count(*)';
    case 'units':
      return table === 'people' ? null : 'count(DISTINCT patient)';
    case 'countDistinct':
      return `count(DISTINCT ${of!.sql})`;
    case 'countValues':
      return `count(${of!.sql})`;
    case 'sum':
      return `sum(${of!.sql})`;
    case 'mean':
      return `avg(${of!.sql})`;
    case 'variance':
      return `variance(${of!.sql})`;
    case 'standardDeviation':
      return `stddev(${of!.sql})`;
    case 'covariance':
      return `covar_samp(${of!.sql}, ${other!.sql})`;
    case 'quantile':
      return `percentile_cont(${rank}) WITHIN GROUP (ORDER BY ${of!.sql})`;
    case 'histogram':
    case 'bounds':
      return null;
  }
}
