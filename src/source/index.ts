/**
 * What is protected: tables, their columns with public bounds, the unit of privacy, and the budget.
 * A policy is data: checked when it is read, frozen, and the only source of names that reach an engine.
 */
export { day, instant } from './calendar.ts';
export { type Decimal, decimal, decimalText, exactText, plainText } from './decimal.ts';
export { definePolicy } from './definition.ts';
export { type DescribedTable, draftPolicy, type PolicyDraft } from './draft.ts';
export { readUrl } from './engines/database-url.ts';
export {
  type DuckdbSource,
  type FileFormat,
  formatOf,
  type PostgresSource,
  type Source,
  type SourceInput,
  type TrinoSource,
} from './engines/engines.ts';
export { fingerprint, promiseText, unitOf } from './fingerprint.ts';
export type { LedgerPlace } from './ledger-place.ts';
export type {
  Budget,
  CategoryColumn,
  Column,
  ColumnType,
  DateColumn,
  Day,
  DeclaredTable,
  Instant,
  NumericColumn,
  PlainColumn,
  Policy,
  ProtectedTable,
  PublicTable,
  Range,
  TimestampColumn,
} from './policy.ts';
export { loadPolicy } from './policy-file.ts';
export type { BudgetInput, ColumnInput, PolicyInput, TableInput } from './policy-input.ts';
export { type SecretReference, secretOf } from './secret-reference.ts';
export { type Announced, type States, statesNow, statesOnceWritten } from './states.ts';
export { stemOf } from './table-files.ts';
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
