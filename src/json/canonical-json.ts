/** Plain data: one text for what is equal (keys sorted by code unit, no spaces), which is hashed and compared, and frozen. */
import { invariant } from '../vocabulary/index.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Bigints are text with an n behind, so that none meets a number. Nothing else that JSON lacks has a text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${membersOf(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
      .join(',')}}`;
  if (typeof value === 'number') invariant(Number.isFinite(value), 'a number in JSON is finite');
  const text = JSON.stringify(value);
  invariant(text !== undefined, 'only JSON has a canonical text');
  return text;
}

const membersOf = (value: object): readonly (readonly [key: string, member: unknown])[] => {
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members)
    .sort()
    .map(key => [key, members[key]] as const);
};

/**
 * The same text, worded entry by entry down to so many levels, with `turn` after each: of long data others on this thread need
 * not wait for the end.
 */
export async function canonicalJsonInTurns(
  value: unknown,
  levels: number,
  turn: () => Promise<void> | undefined,
): Promise<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    await turn();
    return canonicalJson(value);
  }
  const texts: string[] = [];
  const isList = Array.isArray(value);
  for (const [key, member] of isList ? value.map(one => ['', one] as const) : membersOf(value))
    texts.push(`${isList ? '' : `${JSON.stringify(key)}:`}${await canonicalJsonInTurns(member, levels - 1, turn)}`);
  return isList ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
}

/** Plain data that nobody can change any more, all the way down. */
export function frozen<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  Object.values(data).forEach(frozen);
  return Object.freeze(data);
}
