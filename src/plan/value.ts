/**
 * Values after the scan: numbers are whole multiples of their column's step, dates days and timestamps microseconds
 * since 1970, all of them bigint. Nothing that an engine computes with is a double.
 */
export type Value = bigint | string | boolean | null;

/** How many rows have one value. */
export interface ValueCount {
  readonly value: bigint;
  readonly rows: bigint;
}

/** Bytes of UTF-8 decide, as in collation C: JavaScript alone would compare UTF-16. */
export const compareText = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one, 'utf8'), Buffer.from(other, 'utf8'));

/** Negative, zero or positive; both values are of one type, and neither is null. */
export function compareValues(one: Exclude<Value, null>, other: Exclude<Value, null>): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** One text for each value of a type: digits, the text itself, true or false. */
const canonicalText = (value: Exclude<Value, null>): string => String(value);

/**
 * One text for each list of values: every value as its length in characters, a colon and its text; null as a hyphen.
 * No two lists of one length share it, so it orders them totally.
 */
export const canonicalList = (values: readonly Value[]): string =>
  values.map(value => (value === null ? '-' : `${[...canonicalText(value)].length}:${canonicalText(value)}`)).join('');
