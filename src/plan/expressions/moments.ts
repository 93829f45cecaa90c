/** Dates and timestamps: their parts, the units that they lie in, and moments before and after. */
import { refuse } from '../../vocabulary/index.ts';
import { days, MICROSECONDS_PER_DAY, microseconds, partOf, startOf, startsBetween } from './calendar.ts';
import { type CheckedExpression, constant, expressionOf } from './checked-expression.ts';
import { integers, moments, type NumberDomain } from './domain.ts';
import type { DatePart, DateUnit } from './expression.ts';
import { floorOf, within } from './whole-numbers.ts';

type Moment = CheckedExpression & { readonly domain: NumberDomain & { readonly type: 'date' | 'timestamp' } };

function moment(expression: CheckedExpression, what: string): Moment {
  const { type } = expression.domain;
  if (type === 'date' || type === 'timestamp') return expression as Moment;
  return refuse('type_mismatch', `There is no ${what} in a value of type ${type}.`);
}

const PARTS: Readonly<Record<Exclude<DatePart, 'year' | 'isoYear'>, readonly [bigint, bigint]>> = {
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

export function datePart(part: DatePart, of: CheckedExpression): CheckedExpression {
  const operand = moment(of, part);
  const { type, low, high, bounded } = operand.domain;
  if (type === 'date' && (part === 'hour' || part === 'minute'))
    return refuse('type_mismatch', `There is no ${part} in a value of type ${type}.`);
  const range =
    part === 'year' || part === 'isoYear'
      ? integers(partOf(part, type, low), partOf(part, type, high), bounded)
      : integers(...PARTS[part]);
  return expressionOf(range, { kind: 'datePart', part, operand });
}

/** More values are better looked for in the data. */
const LISTED_MAX = 10_000n;

export function startOfUnit(unit: DateUnit, of: CheckedExpression): CheckedExpression {
  const operand = moment(of, unit);
  const { type, low, high, bounded } = operand.domain;
  if (type === 'date' && unit === 'hour') return refuse('type_mismatch', 'There is no hour in a value of type date.');
  if (type === 'date' && unit === 'day') return operand;
  const listed = bounded ? startsBetween(unit, type, [low, high], LISTED_MAX) : undefined;
  const range = moments(type, startOf(unit, type, low), startOf(unit, type, high), bounded);
  const domain = listed === undefined ? range : Object.freeze({ ...range, listed: Object.freeze(listed) });
  return expressionOf(domain, { kind: 'startOf', unit, operand });
}

const DAY = constant(integers(MICROSECONDS_PER_DAY, MICROSECONDS_PER_DAY), MICROSECONDS_PER_DAY);

/** A moment's day; a day's midnight. */
export function converted(to: 'date' | 'timestamp', of: CheckedExpression): CheckedExpression {
  const operand = moment(of, to);
  const { type, low, high, bounded } = operand.domain;
  if (type === to) return operand;
  if (to === 'date') {
    const range = moments('date', floorOf(low, MICROSECONDS_PER_DAY), floorOf(high, MICROSECONDS_PER_DAY), bounded);
    return expressionOf(range, { kind: 'floorQuotient', left: operand, right: DAY });
  }
  const range = moments('timestamp', low * MICROSECONDS_PER_DAY, high * MICROSECONDS_PER_DAY, bounded);
  const listed = bounded ? startsBetween('day', 'timestamp', [range.low, range.high], LISTED_MAX) : undefined;
  const domain = listed === undefined ? range : Object.freeze({ ...range, listed: Object.freeze(listed) });
  return expressionOf(domain, { kind: 'multiply', left: operand, right: DAY });
}

/** Days or microseconds later, or earlier; what would leave the years 1 to 9999 stays at their end. */
export function shifted(of: CheckedExpression, by: string): CheckedExpression {
  const operand = moment(of, 'later moment');
  const { type, low, high, bounded } = operand.domain;
  const { first, last } = type === 'date' ? days : microseconds;
  if (!/^-?\d+$/.test(by)) return refuse('type_mismatch', 'A moment is shifted by a whole number.');
  const distance = within(BigInt(by), first - last, last - first);
  const later = expressionOf(moments(type, low + distance, high + distance, bounded), {
    kind: 'add',
    left: operand,
    right: constant(integers(distance, distance), distance),
  });
  if (low + distance >= first && high + distance <= last) return later;
  const domain = moments(type, within(low + distance, first, last), within(high + distance, first, last), bounded);
  return expressionOf(domain, { kind: 'clamp', operand: later, low: first, high: last });
}
