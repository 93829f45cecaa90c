/**
 * Pieces of SQL. Text comes from this station's own templates and from quoted names of the policy;
 * every value is a parameter. There is no way to put a string in but those two.
 */
import { invariant } from '../vocabulary/index.ts';

export type ParameterType = 'integer' | 'wide' | 'number' | 'text' | 'boolean';

/** A value that the engine gets apart from the text. `secret` ones are never shown. */
export interface Parameter {
  readonly type: ParameterType;
  readonly value: bigint | number | string | boolean | null;
  readonly secret?: true;
}

export interface Fragment {
  readonly parts: readonly (string | Parameter)[];
}

/** A template whose holes take other pieces. */
export function sql(strings: TemplateStringsArray, ...holes: readonly Fragment[]): Fragment {
  return piece(strings.flatMap((text, at) => [text, ...(holes[at]?.parts ?? [])]));
}

/** A name of the policy, or one of our own: in quotes, whatever it is made of. */
export const name = (identifier: string): Fragment => piece([quoteName(identifier)]);

/** A word of an engine, from its dialect. */
export const word = (text: string): Fragment => piece([text]);

export const parameter = (type: ParameterType, value: Parameter['value']): Fragment => piece([{ type, value }]);

export const secret = (value: string): Fragment => piece([{ type: 'text', value, secret: true }]);

export const join = (pieces: readonly Fragment[], separator: string): Fragment =>
  piece(pieces.flatMap((each, at) => (at === 0 ? each.parts : [separator, ...each.parts])));

export function quoteName(identifier: string): string {
  invariant(!identifier.includes('\0'), 'a name has no zero character');
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** What an engine calls a table, from the outside in. */
export const quotePath = (names: readonly string[]): string => names.map(quoteName).join('.');

/** For paths of the policy where no engine takes a parameter: in a view or a setting. */
export function quoteText(text: string): string {
  invariant(!text.includes('\0'), 'a path has no zero character');
  return `'${text.replaceAll("'", "''")}'`;
}

function piece(parts: readonly (string | Parameter)[]): Fragment {
  const merged: (string | Parameter)[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return { parts: merged };
}
