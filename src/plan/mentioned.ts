/** Which column names a plan mentions: what it does not mention is never read. */
import type { Expression } from './expressions/expression.ts';
import type { SampleScheme, SplitScheme } from './operators/schemes/schemes.ts';
import type { Aggregate, Plan, PlanTable } from './plan.ts';

export const mentionedColumns = (plan: Plan): ReadonlySet<string> =>
  new Set([
    ...columnsBelow(plan.input),
    ...(plan.grouping.kind === 'none' ? [] : plan.grouping.keys).flatMap(({ expression }) => columnsIn(expression)),
    ...plan.aggregates.flatMap(inAggregate),
  ]);

/** Every column name that a table and those below it mention. */
export function columnsBelow(table: PlanTable): readonly string[] {
  switch (table.kind) {
    case 'scan':
      return [];
    case 'where':
      return [...columnsBelow(table.input), ...columnsIn(table.condition)];
    case 'derive':
      return [...columnsBelow(table.input), ...table.columns.flatMap(({ expression }) => columnsIn(expression))];
    case 'project':
      return columnsBelow(table.input);
    case 'join':
      return [...columnsBelow(table.input), table.on];
    case 'unitJoin':
      return [...columnsBelow(table.input), ...columnsBelow(table.with)];
    case 'perUnit':
      return [
        ...columnsBelow(table.input),
        ...table.columns,
        ...table.aggregates.flatMap(aggregate => ('of' in aggregate ? columnsIn(aggregate.of) : [])),
      ];
    case 'sample':
      return [...columnsBelow(table.input), ...inScheme(table.scheme)];
    case 'part':
      return [...columnsBelow(table.input), ...inScheme(table.split)];
  }
}

const inScheme = (scheme: SampleScheme | SplitScheme): readonly string[] => ('by' in scheme ? [scheme.by] : []);

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
    case 'remainder':
      return [expression.left, expression.right];
    case 'and':
    case 'or':
    case 'greatest':
    case 'least':
    case 'concatenate':
      return expression.operands;
    case 'in':
      return [expression.operand, ...expression.values];
    case 'case':
      return [...expression.branches.flatMap(({ when, then }) => [when, then]), expression.otherwise];
    default:
      return [expression.operand];
  }
}
