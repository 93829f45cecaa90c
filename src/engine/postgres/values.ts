/** PostgreSQL's types by family, and what its driver returns as our cells. */
import type { OutputType, Statement, TypeFamily } from '../../sql/index.ts';
import type { EngineCell } from '../engine.ts';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
  [/^(smallint|integer|bigint)$/, 'whole'],
  [/^numeric\(\d+,0\)$/, 'wide'],
  [/^numeric(\(|$)/, 'decimal'],
  [/^(real|double precision)$/, 'floating'],
  [/^(text|character varying|character|uuid|enumeration)(\(|$)/, 'textual'],
  [/^boolean$/, 'logical'],
  [/^date$/, 'day'],
  [/^timestamp(\(\d\))? without time zone$/, 'moment'],
  [/^timestamp(\(\d\))? with time zone$/, 'instant'],
];

export const familyOfPostgres = (type: string): TypeFamily =>
  FAMILIES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

/** Text always: the statement casts it. */
export const boundForPostgres = ({ parameters }: Statement): (string | null)[] =>
  parameters.map(({ value }) => (value === null ? null : String(value)));

const CELLS: Readonly<Record<OutputType, (value: unknown) => EngineCell>> = {
  // whole numbers of more than 32 bits come as their digits
  whole: value => BigInt(String(value)),
  text: String,
  boolean: value => value === true,
};

export const cellOfPostgres = (value: unknown, type: OutputType): EngineCell =>
  value === null ? null : CELLS[type](value);
