/** Days and microseconds since 1970 as people write them: proleptic Gregorian, UTC, years 1 to 9999. */
import { day, instant } from '../source/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { DatePart } from './expression.ts';
import { floorOf } from './expressions/whole-numbers.ts';

export const MICROSECONDS_PER_DAY = 86_400_000_000n;

/** The first and last day and microsecond that can be written. */
export const days = { first: daysFrom('0001-01-01'), last: daysFrom('9999-12-31') } as const;
export const microseconds = {
  first: days.first * MICROSECONDS_PER_DAY,
  last: (days.last + 1n) * MICROSECONDS_PER_DAY - 1n,
} as const;

/** Days since 1970 of YYYY-MM-DD; undefined where there is no such day. */
export function dayOf(text: string): bigint | undefined {
  const found = day(text);
  return found === undefined ? undefined : BigInt(found.days);
}

/** Microseconds since 1970; without a zone the text is UTC. */
export const instantOf = (text: string): bigint | undefined => instant(text)?.microseconds;

export const dayText = (day: bigint): string => new Date(Number(day) * 86_400_000).toISOString().slice(0, 10);

/** YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export function instantText(instant: bigint): string {
  const milliseconds = floorOf(instant, 1000n);
  const micros = (instant - milliseconds * 1000n).toString().padStart(3, '0');
  return new Date(Number(milliseconds)).toISOString().replace('Z', `${micros}Z`);
}

/** A part of a day or of a microsecond. */
export function partOf(part: DatePart, type: 'date' | 'timestamp', value: bigint): bigint {
  const date = new Date(Number(type === 'date' ? value * 86_400_000n : floorOf(value, 1000n)));
  const parts = {
    year: () => date.getUTCFullYear(),
    month: () => date.getUTCMonth() + 1,
    day: () => date.getUTCDate(),
    dayOfWeek: () => date.getUTCDay(),
    hour: () => date.getUTCHours(),
  } satisfies Record<DatePart, () => number>;
  return BigInt(parts[part]());
}

function daysFrom(text: string): bigint {
  const found = dayOf(text);
  invariant(found !== undefined, `${text} is a day`);
  return found;
}
