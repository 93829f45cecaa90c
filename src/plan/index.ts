/** A question as data, and what each operator means, needs and costs. */
export { check } from './check.ts';
export type { CheckedExpression, NamedChecked } from './checked-expression.ts';
export type {
  Centred,
  CheckedAggregate,
  CheckedGrouping,
  CheckedPlan,
  CheckedTable,
  GroupKey,
  GroupResult,
  Mechanism,
  Schema,
  SchemaColumn,
  Sensitivity,
  Statistic,
} from './checked-plan.ts';
export type { Domain, NumberDomain } from './domain.ts';
export type { Arithmetic, Comparison, DatePart, Expression, ValueType } from './expression.ts';
export { canonicalJson, identityOf } from './identity.ts';
export { combinations } from './operators/group-by.ts';
export type { Afterwards, Aggregate, Grouping, NamedExpression, Plan, Table } from './plan.ts';
export type { Tally, Value } from './value.ts';
