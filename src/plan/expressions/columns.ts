/** The columns of a table: finding one by name, and what expressions make of them. */
import { refuse } from '../../vocabulary/index.ts';
import { type CheckedExpression, columnsOf, writtenOut } from './checked-expression.ts';
import type { Domain } from './domain.ts';

export interface SchemaColumn {
  readonly name: string;
  readonly domain: Domain;
  /** All rows of a unit have the same value, so that the unit lies in one group. */
  readonly perUnit: boolean;
  /** A number whose step the policy leaves open: no expression may use it. */
  readonly undecided?: true;
  /** How many parts the expression has that it is computed by, with those of all columns that this reads. */
  readonly parts?: number;
}

export type Schema = readonly SchemaColumn[];

export function columnNamed(schema: Schema, name: string): SchemaColumn {
  const found = schema.find(column => column.name === name);
  if (found !== undefined) return found;
  return refuse(
    'unknown_column',
    `There is no column ${JSON.stringify(name)} here; the columns are ${schema.map(column => column.name).join(', ') || 'none'}.`,
  );
}

export function checkNameFree(schema: Schema, name: string): void {
  if (!schema.some(column => column.name === name)) return;
  refuse('name_taken', `There is already a column ${JSON.stringify(name)}. Choose another name.`);
}

/** What depends on nothing but columns that are constant in a unit is constant in a unit. */
export const isPerUnit = (expression: CheckedExpression, schema: Schema): boolean =>
  columnsOf(expression).every(name => columnNamed(schema, name).perUnit);

/** How large an expression is once the columns that it reads are written out. */
export const partsIn = (expression: CheckedExpression, schema: Schema): number =>
  writtenOut(expression, name => columnNamed(schema, name).parts ?? 1);

export const columnOf = (name: string, expression: CheckedExpression, schema: Schema): SchemaColumn => {
  const parts = partsIn(expression, schema);
  const { domain } = expression;
  return Object.freeze({ name, domain, perUnit: isPerUnit(expression, schema), ...(parts > 1 && { parts }) });
};
