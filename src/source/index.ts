/**
 * What is protected: tables, their columns with public bounds, the unit of privacy, and the budget.
 * A policy is data: checked when it is read, frozen, and the only source of names that reach an engine.
 */
export { day, instant } from './calendar.ts';
export { type Decimal, decimal, plainText } from './decimal.ts';
export { definePolicy } from './definition.ts';
export { type DescribedTable, type Draft, draftPolicy } from './draft.ts';
export { fingerprint, promiseText, unitOf } from './fingerprint.ts';
export type {
  Budget,
  CategoryColumn,
  Column,
  ColumnType,
  DateColumn,
  Day,
  DuckdbSource,
  FileFormat,
  Instant,
  LedgerPlace,
  NumericColumn,
  PlainColumn,
  Policy,
  PostgresSource,
  ProtectedTable,
  PublicTable,
  Range,
  SecretReference,
  Source,
  Table,
  TimestampColumn,
  TrinoSource,
} from './policy.ts';
export { loadPolicy } from './policy-file.ts';
export type { BudgetInput, ColumnInput, PolicyInput, SourceInput, TableInput } from './policy-input.ts';
export { readUrl, secretOf } from './secret-reference.ts';
export { type Announced, type States, statesNow, statesOnceWritten } from './states.ts';
export { formatOf, stemOf } from './table-files.ts';
export type {
  BoundedColumnName,
  CategoryColumnName,
  ColumnKind,
  ColumnName,
  ColumnsLike,
  ColumnsOf,
  NumericColumnName,
  ProtectedTableName,
  PublicTableName,
  TableName,
  ValueOf,
} from './typed-policy.ts';
export { policyAsTypescript } from './typescript.ts';
