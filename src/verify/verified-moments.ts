/** Ranges of dates and timestamps, their parts and what is computed of them: days or microseconds since 1970. */
import { type Rational, rational } from '../numerics/index.ts';
import type { RecordedExpression } from './recorded.ts';
import { floorOf, type Known, least, most, span } from './spans.ts';

const { add, div, mul, ratio, one, zero } = rational;

const DAY = 86_400_000;
const MICROSECONDS = ratio(BigInt(DAY) * 1000n);

export const dayOf = (text: string): Rational =>
  ratio(BigInt(Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY)));

/** YYYY-MM-DDTHH:MM:SS.ffffffZ. */
export function momentOf(text: string): Rational {
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] =
    /[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?/.exec(text) ?? [];
  const micros = ((BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds)) * 1_000_000n;
  return add(mul(dayOf(text), MICROSECONDS), ratio(micros + BigInt(fraction.padEnd(6, '0'))));
}

/** The first and the last day that can be written. */
const [FIRST, LAST] = [dayOf('0001-01-01'), dayOf('9999-12-31')];

const PARTS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  quarter: [1n, 4n],
  month: [1n, 12n],
  day: [1n, 31n],
  dayOfWeek: [0n, 6n],
  isoDayOfWeek: [1n, 7n],
  dayOfYear: [1n, 366n],
  week: [1n, 53n],
  hour: [0n, 23n],
  minute: [0n, 59n],
};

export function ofMoments(expression: RecordedExpression, operand: Known): Known {
  const { perUnit, moment = 'date', span: range = span(zero, zero, one) } = operand;
  const both = (map: (end: Rational) => Rational) => span(map(range.low), map(range.high), one);
  const day = (end: Rational): Rational => (moment === 'date' ? end : ratio(floorOf(div(end, MICROSECONDS))));
  switch (expression.kind) {
    case 'datePart': {
      const [from, to] = PARTS[String(expression.part)] ?? [];
      if (from !== undefined) return { perUnit, span: span(ratio(from), ratio(to), one) };
      return { perUnit, span: both(end => yearOf(String(expression.part), day(end))) };
    }
    case 'startOf': {
      const unit = String(expression.unit);
      if (unit === 'hour') return { ...operand, span: both(end => ratio(hourOf(end))) };
      return {
        ...operand,
        span: both(end => (moment === 'date' ? startOf(unit, end) : mul(startOf(unit, day(end)), MICROSECONDS))),
      };
    }
    case 'convert': {
      const to = expression.to as 'date' | 'timestamp';
      if (to === moment) return operand;
      return { perUnit, moment: to, span: both(end => (to === 'date' ? day(end) : mul(end, MICROSECONDS))) };
    }
    default: {
      const by = ratio(BigInt(String(expression.by)));
      const [first, last] =
        moment === 'date'
          ? [FIRST, LAST]
          : [mul(FIRST, MICROSECONDS), add(mul(add(LAST, one), MICROSECONDS), ratio(-1n))];
      return { ...operand, span: both(end => least(most(add(end, by), first), last)) };
    }
  }
}

const HOUR = 3_600_000_000n;
const hourOf = (microseconds: Rational): bigint => floorOf(div(microseconds, ratio(HOUR))) * HOUR;

const dateOf = (day: Rational): Date => new Date(Number(day.numerator) * DAY);

/** Weeks begin on Mondays; day 4 was one. */
function startOf(unit: string, day: Rational): Rational {
  if (unit === 'day') return day;
  if (unit === 'week') return ratio(floorOf(div(add(day, ratio(3n)), ratio(7n))) * 7n - 3n);
  const [year, month] = dateOf(day).toISOString().split('-');
  const first = unit === 'year' ? 1 : unit === 'quarter' ? Math.floor((Number(month) - 1) / 3) * 3 + 1 : Number(month);
  return dayOf(`${year}-${String(first).padStart(2, '0')}-01`);
}

/** The year of a day, or that of its week, which is that of the week's Thursday. */
const yearOf = (part: string, day: Rational): Rational =>
  ratio(BigInt(dateOf(part === 'isoYear' ? add(startOf('week', day), ratio(3n)) : day).getUTCFullYear()));
