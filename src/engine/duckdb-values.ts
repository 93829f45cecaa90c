/** DuckDB's types by family, and what it returns as our cells. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { Family, OutputType } from '../sql/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Cell } from './engine.ts';

const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/, 'whole'],
  [/^(UBIGINT|HUGEINT|DECIMAL\(\d+,0\))$/, 'wide'],
  [/^DECIMAL\(/, 'decimal'],
  [/^(FLOAT|DOUBLE)$/, 'floating'],
  [/^(VARCHAR|UUID|ENUM\(.*)$/s, 'textual'],
  [/^BOOLEAN$/, 'logical'],
  [/^DATE$/, 'day'],
  [/^TIMESTAMP(_S|_MS|_NS)?$/, 'moment'],
  [/^TIMESTAMP WITH TIME ZONE$/, 'instant'],
];

export const familyOfDuckdb = (type: string): Family =>
  FAMILIES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

const CELLS: Readonly<Record<OutputType, (value: DuckDBValue) => Cell>> = {
  whole: value => BigInt(value as bigint | number),
  text: String,
  boolean: value => value === true,
};

export function cellOfDuckdb(value: DuckDBValue, type: OutputType): Cell {
  if (value === null) return null;
  invariant(
    type !== 'whole' || typeof value === 'bigint' || typeof value === 'number',
    'whole numbers come as numbers',
  );
  return CELLS[type](value);
}
