/** Values after the scan, and how they are compared. Nothing that an engine computes with is a double. */
import type { Comparison } from './expression.ts';

/** Numbers are whole multiples of their column's step, dates days and timestamps microseconds since 1970, all of them bigint. */
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

/** Changes A to Z, and everything else stays, so that no engine's locale has a say. */
export const lowerCase = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());

export const upperCase = (text: string): string => text.replace(/[a-z]/g, letter => letter.toUpperCase());

/** So many characters (code points) from one of them on: the first is 1, the last -1. */
export function characters(text: string, start: number, length: number): string {
  const all = [...text];
  const from = start < 0 ? Math.max(0, all.length + start) : start - 1;
  return all.slice(from, from + length).join('');
}

/** From here on doubles are whole numbers. */
const WHOLE = 2 ** 53;

/** To a multiple of a step, halves upwards; hundredths are divided by a hundred, so that they have no digits behind them. */
export function roundedTo(value: number, step: number): number {
  // no double this large tells steps apart, and times its parts it may be beyond all of them
  if (Math.abs(value) >= WHOLE * step) return value;
  const parts = Math.round(1 / step);
  if (step < 1 && Math.abs(parts * step - 1) < 1e-12) return Math.floor(value * parts + 0.5) / parts;
  return Math.floor(value / step + 0.5) * step;
}

/** To the next multiple of a step below. */
export function flooredTo(value: number, step: number): number {
  if (Math.abs(value) >= WHOLE * step) return value;
  const parts = Math.round(1 / step);
  if (step < 1 && Math.abs(parts * step - 1) < 1e-12) return Math.floor(value * parts) / parts;
  return Math.floor(value / step) * step;
}

/** What each comparison makes of an order. */
export const holds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  equal: order => order === 0,
  notEqual: order => order !== 0,
  less: order => order < 0,
  atMost: order => order <= 0,
  greater: order => order > 0,
  atLeast: order => order >= 0,
};

/** SQL's three-valued logic. One operand may decide alone, false for `and`, true for `or`; otherwise whatever is not known makes all unknown. */
export function junction(operands: readonly unknown[], decisive: boolean): boolean | null {
  if (operands.includes(decisive)) return decisive;
  return operands.every(value => value === !decisive) ? !decisive : null;
}
