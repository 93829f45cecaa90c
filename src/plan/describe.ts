/** A plan as people read it, one step a line, in the order in which the road takes them. */

import type { Arithmetic, Comparison, Expression } from './expressions/expression.ts';
import { sampleOf, splitOf } from './operators/schemes/schemes.ts';
import type { Aggregate, NamedExpression, Plan, PlanTable, UnitAggregate } from './plan.ts';

export const describe = ({ input, grouping, aggregates, afterwards: postProcessing, interval }: Plan): string =>
  [
    ...tableLines(input),
    ...(grouping.kind === 'none' ? [] : [`group by ${grouping.kind} ${grouping.keys.map(named).join(', ')}`]),
    `ask ${aggregates.map(aggregateText).join(', ')}`,
    ...(interval === undefined ? [] : [`buy tight intervals with ${interval.share} of epsilon`]),
    ...(postProcessing.computed === undefined ? [] : [`compute ${postProcessing.computed.map(named).join(', ')}`]),
    ...(postProcessing.having === undefined ? [] : [`having ${describeExpression(postProcessing.having)}`]),
    ...(postProcessing.order === undefined ? [] : [`order by ${postProcessing.order.map(orderText).join(', ')}`]),
    ...(postProcessing.limit === undefined ? [] : [`limit ${postProcessing.limit}`]),
    ...(postProcessing.show === undefined ? [] : [`show ${postProcessing.show.join(', ')}`]),
  ].join('\n');

function tableLines(table: PlanTable): string[] {
  switch (table.kind) {
    case 'scan':
      return [`scan ${table.table}`];
    case 'where':
      return [...tableLines(table.input), `where ${describeExpression(table.condition)}`];
    case 'derive':
      return [...tableLines(table.input), `derive ${table.columns.map(named).join(', ')}`];
    case 'project':
      return [...tableLines(table.input), `project ${table.columns.join(', ')}`];
    case 'join':
      return [...tableLines(table.input), `join ${table.table} on ${table.on}, keep ${table.keep}`];
    case 'unitJoin':
      return [
        ...tableLines(table.input),
        `join on the unit with ${tableLines(table.with).join(', ')}${table.rowsPerUnit === null ? '' : `, ${table.rowsPerUnit} rows per unit`}`,
      ];
    case 'perUnit':
      return [
        ...tableLines(table.input),
        `per unit that has rows: ${[...table.columns, ...table.aggregates.map(unitAggregateText)].join(', ') || 'nothing more'}`,
      ];
    case 'sample':
      return [...tableLines(table.input), `${sampleOf(table.scheme).words(table.scheme)}${calledText(table.name)}`];
    case 'part':
      return [
        ...tableLines(table.input),
        `part ${JSON.stringify(table.part)} of ${splitOf(table.split).words(table.split)}${calledText(table.name)}`,
      ];
  }
}

const calledText = (name: string | null): string => (name === null ? '' : `, called ${name}`);

function named({ name, expression }: NamedExpression): string {
  const text = describeExpression(expression);
  return text === name ? name : `${text} as ${name}`;
}

function aggregateText(aggregate: Aggregate): string {
  const values = 'of' in aggregate ? [describeExpression(aggregate.of)] : [];
  const others = 'with' in aggregate ? [describeExpression(aggregate.with)] : [];
  const settings =
    'rank' in aggregate ? [aggregate.rank] : 'edges' in aggregate ? [`[${aggregate.edges.join(', ')}]`] : [];
  return `${aggregate.kind}(${[...values, ...others, ...settings].join(', ')}) as ${aggregate.name}`;
}

function unitAggregateText({ kind, name, clamp, ...more }: UnitAggregate): string {
  const of = 'of' in more ? describeExpression(more.of) : '';
  const bounds = clamp === null ? '' : ` clamped to ${clamp.low}..${clamp.high}`;
  return `${kind}(${of})${bounds} as ${name}`;
}

const orderText = ({ name, descending }: { readonly name: string; readonly descending: boolean }): string =>
  descending ? `${name} descending` : name;

const ARITHMETIC: Readonly<Record<Arithmetic, string>> = { add: '+', subtract: '-', multiply: '*', divide: '/' };

const COMPARISON: Readonly<Record<Comparison, string>> = {
  equal: '=',
  notEqual: '<>',
  less: '<',
  atMost: '<=',
  greater: '>',
  atLeast: '>=',
};

/** An expression in words that people read: close to SQL, with brackets wherever something nests. */
export function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return expression.name;
    case 'literal':
      return literal(expression.type, expression.value);
    case 'arithmetic':
      return infix(ARITHMETIC[expression.operator], [expression.left, expression.right]);
    case 'comparison':
      return infix(COMPARISON[expression.operator], [expression.left, expression.right]);
    case 'remainder':
      return infix('%', [expression.left, expression.right]);
    case 'concatenate':
      return infix('||', expression.operands);
    case 'greatest':
    case 'least':
      return `${expression.kind}(${expression.operands.map(describeExpression).join(', ')})`;
    case 'and':
    case 'or':
      return infix(expression.kind, expression.operands);
    case 'not':
      return `not ${inner(expression.operand)}`;
    case 'negate':
      return `-${inner(expression.operand)}`;
    case 'isNull':
      return `${inner(expression.operand)} is null`;
    case 'in':
      return `${inner(expression.operand)} in (${expression.values.map(describeExpression).join(', ')})`;
    case 'case':
      return [
        'case',
        ...expression.branches.map(
          branch => `when ${describeExpression(branch.when)} then ${describeExpression(branch.then)}`,
        ),
        `else ${describeExpression(expression.otherwise)} end`,
      ].join(' ');
    default:
      return call(expression);
  }
}

type Call = Extract<Expression, { readonly operand: Expression }>;

function call(expression: Exclude<Call, { readonly kind: 'not' | 'negate' | 'isNull' | 'in' }>): string {
  const operand = describeExpression(expression.operand);
  switch (expression.kind) {
    case 'round':
      return `round(${operand}, ${expression.step})`;
    case 'floor':
      return expression.step === '1' ? `floor(${operand})` : `floor(${operand}, ${expression.step})`;
    case 'substring':
      return `substring(${operand}, ${expression.start}, ${expression.length})`;
    case 'ending':
      return `right(${operand}, ${expression.length})`;
    case 'startOf':
      return `start of ${expression.unit}(${operand})`;
    case 'convert':
      return `${expression.to}(${operand})`;
    case 'shift':
      return `shift(${operand}, ${expression.by})`;
    case 'power':
      return `power(${operand}, ${expression.exponent})`;
    case 'clamp':
      return `clamp(${operand}, ${expression.low}, ${expression.high})`;
    case 'startsWith':
    case 'contains':
      return `${expression.kind}(${operand}, ${quoted(expression.pattern)})`;
    case 'datePart':
      return `${expression.part}(${operand})`;
    default:
      return `${expression.kind}(${operand})`;
  }
}

const infix = (operator: string, operands: readonly Expression[]): string => operands.map(inner).join(` ${operator} `);

/** Brackets around whatever has parts of its own. */
function inner(expression: Expression): string {
  const text = describeExpression(expression);
  return expression.kind === 'column' || expression.kind === 'literal' || /^\w+\(.*\)$/.test(text) ? text : `(${text})`;
}

function literal(type: string, value: string | boolean | null): string {
  if (value === null || type === 'boolean' || type === 'integer' || type === 'number') return String(value);
  return type === 'text' ? quoted(String(value)) : `${type} ${quoted(String(value))}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
