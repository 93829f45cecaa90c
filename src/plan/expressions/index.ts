/** Expressions over rows: how they are written, their types and ranges once checked, and the values they have. */
export { type CheckedExpression, columnsOf } from './checked-expression.ts';
export type { Schema, SchemaColumn } from './columns.ts';
export { type Domain, type NumberDomain, sizeOf } from './domain.ts';
export type { Arithmetic, Comparison, DatePart, DateUnit, Expression, ValueType } from './expression.ts';
export type { Value, ValueCount } from './value.ts';
