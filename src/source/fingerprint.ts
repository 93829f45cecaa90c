/**
 * What a policy promises, as one hash: the ledger remembers it and refuses a policy that promises something else.
 * In it: who is protected (units, rows per unit, neighbours, public size, keys), what may be said of them (tables, columns,
 * types, bounds, steps, values) and how much (budgets). Not in it: where things lie (files, addresses, the engine, the
 * version of the data), guesses for forecasts, and the analysts' shares, which are fairness and not privacy.
 */

import { sha256 } from '../text/index.ts';
import type { Budget, Column, Concentrated, DeclaredTable, Policy, ProtectedTable } from './policy.ts';

/** SHA-256 of the canonical form, as 64 hex digits. */
export const fingerprint = (policy: Policy): string => sha256(promiseText(policy));

/**
 * The canonical form: names in order, numbers as exact decimals, so that two policies that promise the same have the same text.
 * Whoever recomputes a charge needs all of it, and nothing else of the policy.
 */
export function promiseText({ tables, budget, concentrated }: Policy): string {
  const whole = { ...promiseOfBudget(budget), ...(concentrated && promiseOfAccounting(concentrated)) };
  return JSON.stringify({ version: 1, tables: inOrder(tables, promiseOfTable), budget: whole });
}

/** Pairs instead of an object: JavaScript would put names that look like numbers first. */
const inOrder = <Entry>(entries: Readonly<Record<string, Entry>>, promise: (entry: Entry) => unknown): unknown =>
  Object.keys(entries)
    .sort()
    .map(name => [name, promise(entries[name])]);

function promiseOfTable(table: DeclaredTable): unknown {
  const shape = shapeOf(table);
  if (table.public) return shape;
  const { budget } = table;
  const { columns, ...others } = shape as { readonly columns: unknown };
  return { ...others, budget: budget === undefined ? null : promiseOfBudget(budget), columns };
}

/** What a policy makes of a table: who its units are, and which values its rows may have. */
export function shapeOf(table: DeclaredTable): object {
  const columns = inOrder(table.columns, promiseOfColumn);
  if (table.public) return { public: true, key: table.key, columns };
  const { unit = null, rowsPerUnit, rowsPerGroup, neighbours, sizeIsPublic, key = null } = table;
  // policies of before there was a bound for groups have the same text
  const bounds = { rowsPerUnit, ...(rowsPerGroup !== undefined && { rowsPerGroup }) };
  return { public: false, unit, ...bounds, neighbours, sizeIsPublic, key, columns };
}

/** Who is protected, and from which change: whoever changes that begins a promise to others. */
export const unitOf = ({ unit, key, neighbours }: ProtectedTable): string =>
  JSON.stringify({ ...(unit === undefined ? { key: key ?? null } : { unit }), neighbours });

const promiseOfBudget = ({ epsilon, delta }: Budget): object => ({ epsilon: epsilon.text, delta: delta.text });

/** A pure budget does not say so: policies of before there was another have the same text. */
const promiseOfAccounting = ({ thresholdDelta }: Concentrated): object => ({
  accounting: 'concentrated',
  thresholdDelta: thresholdDelta.text,
});

function promiseOfColumn(column: Column): unknown {
  const { type, perUnit } = column;
  const bounds = 'bounds' in column && column.bounds !== undefined ? column.bounds : null;
  const step = 'step' in column && column.step !== undefined ? column.step.text : null;
  const values = column.type === 'category' ? [...column.values].sort() : null;
  return { type, min: bounds?.min.text ?? null, max: bounds?.max.text ?? null, step, values, perUnit };
}
