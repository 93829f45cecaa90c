/** One text for equal data: keys sorted by code unit, no spaces. What is hashed or compared is written this way. */
import { createHash } from 'node:crypto';
import { invariant } from '../vocabulary/index.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number') invariant(Number.isFinite(value), 'a number in JSON is finite');
  const text = JSON.stringify(value);
  invariant(text !== undefined, 'only JSON has a canonical text');
  return text;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Equal for equal data and only for those. */
export const fingerprint = (value: Json): string => sha256(canonicalJson(value));
