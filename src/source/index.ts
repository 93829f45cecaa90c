/**
 * What is protected: tables, their columns with public bounds, the unit of privacy, and the budget.
 * A policy is data: checked when it is read, frozen, and the only source of names that reach an engine.
 */
export { day, instant } from './calendar.ts';
export { decimal, decimalText, exactText, plainText } from './decimal.ts';
export { definePolicy } from './definition.ts';
export { type DescribedTable, draftPolicy, type PolicyDraft } from './draft.ts';
export { readUrl } from './engines/database-url.ts';
export { type DuckdbSource, type FileFormat, formatOf, type PostgresSource, type Source } from './engines/engines.ts';
export { fingerprint, promiseText, unitOf } from './fingerprint.ts';
export type { Column, ColumnType, DeclaredTable, Policy, ProtectedTable } from './policy.ts';
export { loadPolicy } from './policy-file.ts';
export type { ColumnInput, PolicyInput } from './policy-input.ts';
export { secretOf } from './secret-reference.ts';
export { type Announced, type States, statesNow, statesOnceWritten } from './states.ts';
export { stemOf } from './table-files.ts';
export type { ColumnsLike, ColumnsOf, ProtectedTableName, PublicTableName } from './typed-policy.ts';
export { policyAsTypescript } from './typescript.ts';
