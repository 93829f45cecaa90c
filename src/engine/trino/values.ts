/** Trino's types by family, statements with their values in place, and what it returns as our cells. */
import type { OutputType, Parameter, Statement, TypeFamily } from '../../sql/index.ts';
import { quoteText } from '../../sql/index.ts';
import type { EngineCell } from '../engine.ts';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
  [/^(tinyint|smallint|integer|bigint)$/, 'whole'],
  [/^decimal\(\d+, ?0\)$/, 'wide'],
  [/^decimal\(/, 'decimal'],
  [/^(real|double)$/, 'floating'],
  [/^(varchar(\(\d+\))?|uuid)$/, 'textual'],
  [/^char\(\d+\)$/, 'padded'],
  [/^boolean$/, 'logical'],
  [/^date$/, 'day'],
  // finer times would be rounded on their way, and not as other engines cut them
  [/^timestamp\([0-6]\)$/, 'moment'],
  [/^timestamp\([0-6]\) with time zone$/, 'instant'],
];

export const familyOfTrino = (type: string): TypeFamily =>
  FAMILIES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

/** Names in quotes, texts in quotes, and places of parameters: the first two are left alone. */
const TOKENS = /"(?:[^"]|"")*"(?:\."(?:[^"]|"")*")*|'(?:[^']|'')*'|\$(\d+)/g;

/**
 * The whole statement. Trino takes values beside a text only as more text, which it shows to others just the same; so each stands in
 * its place as a literal, which the statement casts. `pinned` says of which snapshot a table is.
 */
export const statementForTrino = (
  { text, parameters }: Pick<Statement, 'text' | 'parameters'>,
  pinned: ReadonlyMap<string, string>,
): string =>
  text.replace(TOKENS, (token, place?: string) => {
    if (place !== undefined) return literal(parameters[Number(place) - 1]);
    const snapshot = pinned.get(token);
    return snapshot === undefined ? token : `${token} FOR VERSION AS OF ${snapshot}`;
  });

const literal = ({ value }: Parameter): string =>
  value === null ? 'NULL' : quoteText(Object.is(value, -0) ? '-0.0' : String(value));

const CELLS: Readonly<Record<OutputType, (value: string | boolean) => EngineCell>> = {
  whole: value => BigInt(value),
  text: String,
  boolean: value => value === true,
};

export const cellOfTrino = (value: string | boolean | null, type: OutputType): EngineCell =>
  value === null ? null : CELLS[type](value);
