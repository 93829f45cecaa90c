/** A question as data, and what each operator means, needs and costs. */
export type { Arithmetic, Comparison, DatePart, Expression, ValueType } from './expression.ts';
export type { Afterwards, Aggregate, Grouping, NamedExpression, Plan, Table } from './plan.ts';
