/** A recorded question as SQL that asks the same. What cannot be written so exactly is not written at all. */
import {
  type AskedAggregate,
  notUnderstood,
  type PastPlan,
  type PlanExpression,
  rowsOf,
  understood,
} from './asked-plan.ts';
import { quotedName, quotedText } from './sql-words.ts';

/** `units`: the column that names the people of each table. */
export const planSql = (plan: unknown, units: ReadonlyMap<string, string>): string | undefined =>
  understood(plan, asked => sqlOf(asked, units));

function sqlOf(
  { input, grouping, aggregates, afterwards, interval }: PastPlan,
  units: ReadonlyMap<string, string>,
): string {
  if (interval !== undefined || Object.keys(afterwards).length > 0) notUnderstood('what is done afterwards');
  const { table, conditions, sample } = rowsOf(input);
  const keys = (grouping.keys ?? []).map(({ name, expression }) => ({
    name,
    usual: usualName(expression),
    sql: termSql(expression),
  }));
  const named = keys.map(({ name, usual, sql }) => (name === usual ? sql : `${sql} AS ${quotedName(name)}`));
  const values = aggregates.map(aggregate => aggregateSql(aggregate, units.get(table)));
  return [
    `SELECT ${[...named, ...values].join(', ')}`,
    `FROM ${quotedName(table)}${sample === null ? '' : drawnSql(sample)}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.map(termSql).join(' AND ')}`]),
    ...(keys.length === 0 ? [] : [`GROUP BY ${keys.map(({ sql }) => sql).join(', ')}`]),
  ].join('\n');
}

function usualName(expression: PlanExpression): string {
  if (expression.kind === 'column') return expression.name;
  if (expression.kind === 'startOf') return `${expression.unit}_${usualName(expression.operand)}`;
  return expression.kind === 'datePart' ? `${expression.part}_${usualName(expression.operand)}` : '';
}

const drawnSql = ({ percent, name }: { readonly percent: string; readonly name: string | null }): string =>
  ` TABLESAMPLE BERNOULLI (${percent})${name === null ? '' : ` REPEATABLE (${quotedText(name)})`}`;

const FUNCTIONS: Readonly<Record<string, string>> = {
  countValues: 'count',
  sum: 'sum',
  mean: 'avg',
  variance: 'variance',
  standardDeviation: 'stddev',
};

/** Named as recorded: a question is the same only under the same names. */
function aggregateSql(aggregate: AskedAggregate, unit: string | undefined): string {
  const [sql, usual] = aggregateForm(aggregate, unit);
  return aggregate.name === usual ? sql : `${sql} AS ${quotedName(aggregate.name)}`;
}

function aggregateForm(
  { kind, of, rank }: AskedAggregate,
  unit: string | undefined,
): readonly [sql: string, usual: string] {
  if (kind === 'count') return ['count(*)', 'count'];
  if (kind === 'units') return [`count(DISTINCT ${quotedName(unit ?? notUnderstood('no unit'))})`, 'units'];
  if (of === undefined) return notUnderstood(kind);
  const [term, name] = [termSql(of), of.kind === 'column' ? of.name : ''];
  if (kind === 'quantile' && rank === '0.5') return [`median(${term})`, `median_${name}`];
  if (kind === 'quantile') return [`percentile_cont(${rank}) WITHIN GROUP (ORDER BY ${term})`, ''];
  return [
    `${FUNCTIONS[kind] ?? notUnderstood(kind)}(${term})`,
    kind === 'sum' || kind === 'mean' ? `${kind}_${name}` : '',
  ];
}

const COMPARISONS: Readonly<Record<string, string>> = {
  equal: '=',
  notEqual: '<>',
  less: '<',
  atMost: '<=',
  greater: '>',
  atLeast: '>=',
};

const PARTS: Readonly<Record<string, string>> = { dayOfWeek: 'dow' };

function termSql(expression: PlanExpression): string {
  switch (expression.kind) {
    case 'column':
      return quotedName(expression.name);
    case 'literal':
      return literalSql(expression.type, expression.value);
    case 'comparison': {
      const { left, operator, right } = expression;
      return `${termSql(left)} ${COMPARISONS[operator] ?? notUnderstood(operator)} ${termSql(right)}`;
    }
    case 'in':
      return `${termSql(expression.operand)} IN (${expression.values.map(termSql).join(', ')})`;
    case 'datePart':
      return `EXTRACT(${PARTS[expression.part] ?? expression.part} FROM ${termSql(expression.operand)})`;
    case 'startOf':
      return `date_trunc(${quotedText(expression.unit)}, ${termSql(expression.operand)})`;
    case 'or':
      return `(${expression.operands.map(termSql).join(' OR ')})`;
    default:
      return notUnderstood(expression.kind);
  }
}

function literalSql(type: string, value: string | boolean | null): string {
  if (value === null) return notUnderstood('null');
  return type === 'integer' || type === 'number' || type === 'boolean' ? String(value) : quotedText(String(value));
}
