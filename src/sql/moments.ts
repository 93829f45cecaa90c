/** Parts and beginnings of days and microseconds since 1970: whole numbers, and the calendar of the engine for years 1 to 9999. */
import type { DatePart, DateUnit } from '../plan/expressions/index.ts';
import { floorQuotient, floorRemainder, whole } from './arithmetic.ts';
import type { Dialect, WeekField } from './dialects/dialect.ts';
import { type Fragment, parameter, sql, word } from './fragment.ts';

const FIELDS: Readonly<Record<Exclude<DatePart, 'hour' | 'minute' | WeekField>, Fragment>> = {
  year: sql`year`,
  quarter: sql`quarter`,
  month: sql`month`,
  day: sql`day`,
  dayOfYear: sql`doy`,
  week: sql`week`,
};

export function dayPart(part: DatePart, days: Fragment, dialect: Dialect): Fragment {
  if (part === 'hour' || part === 'minute') return parameter('integer', 0n);
  const date = dialect.dateOf(days);
  const isOfWeeks = (each: typeof part): each is WeekField => each in dialect.weekFields;
  return whole(isOfWeeks(part) ? dialect.weekFields[part](date) : sql`extract(${FIELDS[part]} FROM ${date})`, dialect);
}

const MICROSECONDS_PER_DAY = parameter('integer', 86_400_000_000n);
const MICROSECONDS_PER_HOUR = parameter('integer', 3_600_000_000n);
const MICROSECONDS_PER_MINUTE = parameter('integer', 60_000_000n);

export function momentPart(part: DatePart, microseconds: Fragment, dialect: Dialect): Fragment {
  if (part !== 'hour' && part !== 'minute')
    return dayPart(part, floorQuotient(microseconds, MICROSECONDS_PER_DAY, dialect), dialect);
  const [within, unit] =
    part === 'hour' ? [MICROSECONDS_PER_DAY, MICROSECONDS_PER_HOUR] : [MICROSECONDS_PER_HOUR, MICROSECONDS_PER_MINUTE];
  return whole(dialect.quotient(floorRemainder(microseconds, within), unit), dialect);
}

/** 1970 began on a Thursday. A date is truncated as a time without a zone: nothing is left to that of the session. */
export function dayStart(unit: DateUnit, days: Fragment, dialect: Dialect): Fragment {
  if (unit === 'day' || unit === 'hour') return days;
  if (unit === 'week') return sql`(${days} - ${floorRemainder(sql`(${days} + 3)`, parameter('integer', 7n))})`;
  const start = sql`date_trunc(${parameter('text', unit)}, CAST(${dialect.dateOf(days)} AS ${word(dialect.momentType)}))`;
  return whole(dialect.daysOf(sql`CAST(${start} AS date)`), dialect);
}

interface Scope {
  readonly dialect: Dialect;
  readonly once: (piece: Fragment) => Fragment;
}

export function momentStart(unit: DateUnit, microseconds: Fragment, { dialect, once }: Scope): Fragment {
  if (unit === 'hour') return sql`(${microseconds} - ${floorRemainder(microseconds, MICROSECONDS_PER_HOUR)})`;
  if (unit === 'day') return sql`(${microseconds} - ${floorRemainder(microseconds, MICROSECONDS_PER_DAY)})`;
  const days = once(floorQuotient(microseconds, MICROSECONDS_PER_DAY, dialect));
  return sql`(${dayStart(unit, days, dialect)} * ${MICROSECONDS_PER_DAY})`;
}
