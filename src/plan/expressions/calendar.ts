/** Days and microseconds since 1970 as people write them: proleptic Gregorian, UTC, years 1 to 9999. */
import { day, instant } from '../../source/values/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { DatePart, DateUnit } from './expression.ts';
import { floorOf } from './whole-numbers.ts';

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
  const day = type === 'date' ? value : floorOf(value, MICROSECONDS_PER_DAY);
  const minutes = type === 'date' ? 0n : floorOf(value - day * MICROSECONDS_PER_DAY, 60_000_000n);
  const date = new Date(Number(day) * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const parts = {
    year: () => year,
    quarter: () => Math.floor(month / 3) + 1,
    month: () => month + 1,
    day: () => date.getUTCDate(),
    dayOfWeek: () => date.getUTCDay(),
    isoDayOfWeek: () => date.getUTCDay() || 7,
    dayOfYear: () => Number(day - startOf('year', 'date', day)) + 1,
    week: () => Math.floor(Number(thursdayOf(day) - startOf('year', 'date', thursdayOf(day))) / 7) + 1,
    isoYear: () => new Date(Number(thursdayOf(day)) * 86_400_000).getUTCFullYear(),
    hour: () => Number(minutes / 60n),
    minute: () => Number(minutes % 60n),
  } satisfies Record<DatePart, () => number>;
  return BigInt(parts[part]());
}

/** A week belongs to the year that its Thursday lies in. */
const thursdayOf = (day: bigint): bigint => startOf('week', 'date', day) + 3n;

/** The first day or microsecond of the unit that a day or microsecond lies in. */
export function startOf(unit: DateUnit, type: 'date' | 'timestamp', value: bigint): bigint {
  if (type === 'timestamp') {
    if (unit === 'hour') return value - (((value % HOUR) + HOUR) % HOUR);
    return startOf(unit, 'date', floorOf(value, MICROSECONDS_PER_DAY)) * MICROSECONDS_PER_DAY;
  }
  const date = new Date(Number(value) * 86_400_000);
  const month = date.getUTCMonth();
  switch (unit) {
    case 'year':
      return firstOf(date, 0);
    case 'quarter':
      return firstOf(date, month - (month % 3));
    case 'month':
      return firstOf(date, month);
    case 'week':
      return value - BigInt((date.getUTCDay() + 6) % 7);
    default:
      return value;
  }
}

const HOUR = 3_600_000_000n;

/** The first day of a month of a date's year. */
const firstOf = (date: Date, month: number): bigint => BigInt(new Date(date).setUTCMonth(month, 1) / 86_400_000);

/** The shortest that a unit can be, in days. */
const SHORTEST: Readonly<Record<DateUnit, bigint>> = {
  year: 365n,
  quarter: 90n,
  month: 28n,
  week: 7n,
  day: 1n,
  hour: 1n,
};

/** Every beginning of a unit from that of `low` to that of `high`, in order; undefined where there are more than `most`. */
export function startsBetween(
  unit: DateUnit,
  type: 'date' | 'timestamp',
  [low, high]: readonly [bigint, bigint],
  most: bigint,
): readonly bigint[] | undefined {
  const shortest = type === 'date' ? SHORTEST[unit] : unit === 'hour' ? HOUR : SHORTEST[unit] * MICROSECONDS_PER_DAY;
  if ((high - low) / shortest > 2n * most) return undefined;
  const starts = [startOf(unit, type, low)];
  // what follows a beginning by less than twice the shortest unit lies in the next one, or still in the same
  for (let next = low; next <= high; next += shortest) {
    const start = startOf(unit, type, next);
    if (start !== starts.at(-1)) starts.push(start);
  }
  const last = startOf(unit, type, high);
  if (last !== starts.at(-1)) starts.push(last);
  return BigInt(starts.length) <= most ? starts : undefined;
}

function daysFrom(text: string): bigint {
  const found = dayOf(text);
  invariant(found !== undefined, `${text} is a day`);
  return found;
}
