/** Values on their way to DuckDB and back: types by family, parameters with their types, results as our cells. */
import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, type DuckDBValue, HUGEINT, VARCHAR } from '@duckdb/node-api';
import type { OutputType, Statement, TypeFamily } from '../../sql/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { EngineCell } from '../engine.ts';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
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

export const familyOfDuckdb = (type: string): TypeFamily =>
  FAMILIES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

const TYPES: Readonly<Record<Statement['parameters'][number]['type'], DuckDBType>> = {
  integer: BIGINT,
  wide: HUGEINT,
  number: DOUBLE,
  text: VARCHAR,
  boolean: BOOLEAN,
};

/** The driver would guess types from values, and take 1e300 for a whole number. */
export const boundForDuckdb = ({ parameters }: Statement): [values: DuckDBValue[], types: DuckDBType[]] => [
  parameters.map(({ value }) => value),
  parameters.map(({ type }) => TYPES[type]),
];

const CELLS: Readonly<Record<OutputType, (value: DuckDBValue) => EngineCell>> = {
  whole: value => BigInt(value as bigint | number),
  text: String,
  boolean: value => value === true,
};

export function cellOfDuckdb(value: DuckDBValue, type: OutputType): EngineCell {
  if (value === null) return null;
  invariant(
    type !== 'whole' || typeof value === 'bigint' || typeof value === 'number',
    'whole numbers come as numbers',
  );
  return CELLS[type](value);
}
