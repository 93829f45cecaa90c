/**
 * What a field of a text file says where something else than text is expected. Read is what has one meaning, whoever wrote it:
 * blanks around it do not count, and what could be read in two ways (`1,234`, `01/02/2024`) is nothing.
 */
import { dayOf, instantOf, MICROSECONDS_PER_DAY } from '../expressions/calendar.ts';
import { floorOf } from '../expressions/whole-numbers.ts';

/** Spaces and tabs: other white space is not blank everywhere. */
const trimmed = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');

const WHOLE = /^[+-]?\d{1,38}$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/** A whole number exactly, as long as engines can; any other as a double. */
export function numberIn(field: string): bigint | number | null {
  const text = trimmed(field);
  if (WHOLE.test(text)) return BigInt(text.replace('+', ''));
  if (DECIMAL.test(text)) return Number(text);
  const [, sign] = INFINITE.exec(text) ?? [];
  return sign === undefined ? null : sign === '-' ? -Infinity : Infinity;
}

/** How truth values are said, in whatever case; those that computers write come first. */
export const SAID: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['1', '0'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['on', 'off'],
];

const TRUTHS: ReadonlyMap<string, boolean> = new Map(
  SAID.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]),
);

export const truthIn = (field: string): boolean | null => TRUTHS.get(trimmed(field).toLowerCase()) ?? null;

/** Days since 1970; of a time its day in UTC. */
export function dayIn(field: string): bigint | null {
  const text = trimmed(field);
  const moment = instantOf(plainly(text));
  return dayOf(text) ?? (moment === undefined ? null : floorOf(moment, MICROSECONDS_PER_DAY));
}

/** Microseconds since 1970; of a day its midnight in UTC. */
export function momentIn(field: string): bigint | null {
  const text = trimmed(field);
  const day = dayOf(text);
  return instantOf(plainly(text)) ?? (day === undefined ? null : day * MICROSECONDS_PER_DAY);
}

/** Databases write zones without minutes, or without a colon, and programs nanoseconds, which are cut. */
const plainly = (text: string): string =>
  text
    .replace(/(\.\d{6})\d{1,3}(?!\d)/, '$1')
    .replace(
      /(:.*)([+-]\d{2})(\d{2})?$/,
      (_, time: string, hours: string, minutes = '00') => `${time}${hours}:${minutes}`,
    );
