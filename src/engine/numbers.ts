/** All numbers of one column, for the custodian's own work on data that may be looked at: nothing here is private. */
import { quoteName, type SqlQuery } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import type { DataFile } from './data-file.ts';

export interface ColumnNumbers {
  readonly values: readonly number[];
  /** Rows without a number there. */
  readonly missing: number;
}

export async function readNumbers({ engine, table, kinds }: DataFile, column: string): Promise<ColumnNumbers> {
  const kind = kinds.get(column);
  if (kind === undefined)
    return refuse(
      'unknown_column',
      `The data have no column ${column}; the columns are ${[...kinds.keys()].join(', ')}.`,
    );
  if (kind !== 'number') return refuse('type_mismatch', `The column ${column} does not contain numbers.`);
  const path = (engine.catalogue.get(table)?.path ?? [table]).map(quoteName).join('.');
  const values: number[] = [];
  let missing = 0;
  try {
    for await (const { cells } of engine.run([numbersQuery(engine.dialect, path, column)])) {
      const value = cells[0] === null ? Number.NaN : numberOf(String(cells[0]));
      if (Number.isNaN(value)) missing += 1;
      else values.push(value);
    }
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'engine_failed')
      return refuse('source_unreadable', `The column ${column} could not be read.`);
    throw thrown;
  }
  return { values, missing };
}

/** Text keeps every digit, on every engine. */
const numbersQuery = (dialect: SqlQuery['dialect'], path: string, column: string): SqlQuery => ({
  dialect,
  text: `SELECT CAST(${quoteName(column)} AS VARCHAR) FROM ${path}`,
  parameters: [],
  columns: ['text'],
  kind: 'values',
  statistics: [],
  keys: 0,
});

/** Engines write infinities as they like. */
const numberOf = (text: string): number => {
  const [, sign, infinite] = /^([+-]?)(inf)/i.exec(text) ?? [];
  return infinite === undefined ? Number(text) : sign === '-' ? -Infinity : Infinity;
};
