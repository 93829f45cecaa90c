/**
 * What is protected: tables, their columns with public bounds, the unit of privacy, and the budget.
 * A policy is data: checked when it is read, frozen, and the only source of names that reach an engine.
 */
export { definePolicy } from './definition.ts';
export { type DescribedTable, draftPolicy, type PolicyDraft } from './draft.ts';
export { fingerprint, promiseText, unitOf } from './fingerprint.ts';
export type { Column, ColumnType, DeclaredTable, Policy, ProtectedTable } from './policy.ts';
export { loadPolicy, placesIn } from './policy-file.ts';
export type { ColumnInput, PolicyInput } from './policy-input.ts';
export { type Announced, type States, statesNow, statesOnceWritten } from './states.ts';
export type { ColumnsLike, ColumnsOf, ProtectedTableName, PublicTableName } from './typed-policy.ts';
export { policyAsTypescript } from './typescript.ts';
