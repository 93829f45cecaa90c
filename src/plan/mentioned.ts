/** Which column names a plan mentions: what it does not mention is never read. */
import type { Expression } from './expression.ts';
import type { Aggregate, Plan, Table } from './plan.ts';

export const mentionedColumns = (plan: Plan): ReadonlySet<string> =>
  new Set([
    ...inTable(plan.input),
    ...(plan.grouping.kind === 'none' ? [] : plan.grouping.keys).flatMap(({ expression }) => columnsIn(expression)),
    ...plan.aggregates.flatMap(inAggregate),
  ]);

function inTable(table: Table): readonly string[] {
  switch (table.kind) {
    case 'scan':
      return [];
    case 'where':
      return [...inTable(table.input), ...columnsIn(table.condition)];
    case 'derive':
      return [...inTable(table.input), ...table.columns.flatMap(({ expression }) => columnsIn(expression))];
    case 'project':
      return inTable(table.input);
    case 'join':
      return [...inTable(table.input), table.on];
  }
}

const inAggregate = (aggregate: Aggregate): readonly string[] => [
  ...('of' in aggregate ? columnsIn(aggregate.of) : []),
  ...('with' in aggregate ? columnsIn(aggregate.with) : []),
];

/** Every column name in an expression, perhaps more than once. */
export const columnsIn = (expression: Expression): readonly string[] =>
  expression.kind === 'column' ? [expression.name] : partsOf(expression).flatMap(columnsIn);

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'column':
    case 'literal':
      return [];
    case 'arithmetic':
    case 'comparison':
      return [expression.left, expression.right];
    case 'and':
    case 'or':
      return expression.operands;
    case 'in':
      return [expression.operand, ...expression.values];
    case 'case':
      return [...expression.branches.flatMap(({ when, then }) => [when, then]), expression.otherwise];
    default:
      return [expression.operand];
  }
}
