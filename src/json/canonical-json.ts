/** Plain data: one text for what is equal (keys sorted by code unit, no spaces), which is hashed and compared, and frozen. */
import { invariant } from '../vocabulary/index.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Bigints are text with an n behind, so that none meets a number. Nothing else that JSON lacks has a text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>;
    const texts = Object.keys(members)
      .sort()
      .map(key => `${JSON.stringify(key)}:${canonicalJson(members[key])}`);
    return `{${texts.join(',')}}`;
  }
  if (typeof value === 'number') invariant(Number.isFinite(value), 'a number in JSON is finite');
  const text = JSON.stringify(value);
  invariant(text !== undefined, 'only JSON has a canonical text');
  return text;
}

/** Plain data that nobody can change any more, all the way down. */
export function frozen<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  Object.values(data).forEach(frozen);
  return Object.freeze(data);
}
