/** Where in the text something stands, so that every refusal points at it. */
import { Refusal, type RefusalCode, refuse } from '../../vocabulary/index.ts';

/** `line:column` of the first word of a part of the parser's tree, whose locations are bytes of UTF-8. */
function placeOf(text: string, part: unknown): string {
  const [first = 0] = locationsIn(part)
    .filter(location => location >= 0)
    .sort((one, other) => one - other);
  return placeAt(text, first);
}

export function placeAt(text: string, byte: number): string {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte));
  const lines = before.split('\n');
  return `${lines.length}:${[...lines.at(-1)!].length + 1}`;
}

/** The parser leaves a location out where it is 0 and says -1 where it knows none. */
function locationsIn(part: unknown): number[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'location' && typeof value === 'number' ? [value] : locationsIn(value),
  );
}

/** Refuses what the subset does not have: what it is, where it stands, and what to write instead. */
export const unsupported = (text: string, part: unknown, construct: string, nearest: string): never =>
  refuseAt('sql_unsupported', text, part, `${construct} is not supported; ${nearest}`);

export const refuseAt = (code: RefusalCode, text: string, part: unknown, sentence: string): never =>
  refuse(code, `${placeOf(text, part)}: ${sentence}.`);

/** Does what knows nothing of SQL, and puts the place before its refusals. */
export function placed<Result>(text: string, part: unknown, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refusal) refuse(error.code, `${placeOf(text, part)}: ${error.message}`);
    throw error;
  }
}
