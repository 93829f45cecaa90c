/** INTERVAL constants, and moments that are moved by them. */
import type { Node } from 'libpg-query';
import { literalOf } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import type { SqlConstruct } from './node.ts';
import { bodyOf, namesIn } from './node.ts';
import { unsupported } from './place.ts';

/** Months have no length of their own; everything else is microseconds. */
interface Interval {
  readonly months: number;
  readonly microseconds: bigint;
}

const DAY = 86_400_000_000n;

const UNITS: ReadonlyMap<string, Interval> = new Map(
  (
    [
      ['year', { months: 12, microseconds: 0n }],
      ['quarter', { months: 3, microseconds: 0n }],
      ['month', { months: 1, microseconds: 0n }],
      ['mon', { months: 1, microseconds: 0n }],
      ['week', { months: 0, microseconds: 7n * DAY }],
      ['day', { months: 0, microseconds: DAY }],
      ['hour', { months: 0, microseconds: DAY / 24n }],
      ['minute', { months: 0, microseconds: DAY / 1440n }],
      ['min', { months: 0, microseconds: DAY / 1440n }],
      ['second', { months: 0, microseconds: 1_000_000n }],
      ['sec', { months: 0, microseconds: 1_000_000n }],
    ] as const
  ).flatMap(([name, length]) => [[name, length] as const, [`${name}s`, length] as const]),
);

/** How PostgreSQL's parser says the word behind `INTERVAL '7' DAY`. */
const FIELDS: ReadonlyMap<number, string> = new Map([
  [4, 'year'],
  [2, 'month'],
  [8, 'day'],
  [1024, 'hour'],
  [2048, 'minute'],
  [4096, 'second'],
]);

const isInterval = (node: Node): boolean => namesIn(bodyOf(node, 'TypeCast')?.typeName?.names)?.at(-1) === 'interval';

const WRITE = "write INTERVAL '7 days', with whole weeks, days, hours or minutes";

function intervalOf(part: SqlConstruct, node: Node): Interval {
  const { arg, typeName } = bodyOf(node, 'TypeCast')!;
  const text = arg === undefined ? undefined : bodyOf(arg, 'A_Const')?.sval?.sval;
  const field = FIELDS.get(bodyOf(typeName?.typmods?.[0] ?? node, 'A_Const')?.ival?.ival ?? 0);
  const written = text !== undefined && field !== undefined && /^\s*-?\d+\s*$/.test(text) ? `${text} ${field}` : text;
  const terms = [...(written ?? '').toLowerCase().matchAll(/([+-]?\d{1,9})\s*([a-z]+)/g)];
  const whole =
    terms.map(([term]) => term).join('') === (written ?? '').toLowerCase().replace(/\s+(?![a-z])|^\s+/g, '');
  const lengths = terms.map(([, count, unit]) => ({ count: Number(count), unit: UNITS.get(unit) }));
  if (!whole || terms.length === 0 || lengths.some(({ unit }) => unit === undefined))
    return unsupported(part.text, node, 'this INTERVAL', WRITE);
  return lengths.reduce<Interval>(
    (sum, { count, unit }) => ({
      months: sum.months + count * unit!.months,
      microseconds: sum.microseconds + BigInt(count) * unit!.microseconds,
    }),
    { months: 0, microseconds: 0n },
  );
}

/** `d + INTERVAL '7 days'`, `INTERVAL '7 days' + d` and `d - INTERVAL '7 days'`; undefined where there is no interval. */
export function movedByInterval(part: SqlConstruct, operator: string, left: Node, right: Node): Typed | undefined {
  const [before, after] = [isInterval(left), isInterval(right)];
  if (!before && !after) return undefined;
  const sign = operator === '+' ? 1 : operator === '-' && after ? -1 : undefined;
  if (sign === undefined || (before && after))
    return unsupported(part.text, part.node, 'this use of INTERVAL', "write d + INTERVAL '7 days'");
  const { months, microseconds } = intervalOf(part, before ? left : right);
  const operand = moment(part, part.read(before ? right : left));
  const later = months === 0 ? operand : monthsLater(part, operand, sign * months);
  return moved(later, BigInt(sign) * microseconds);
}

/** `d + 7` and `d - 7`, in days; undefined where it is no such sum. */
export function movedByDays(operator: string, left: Typed, right: Typed): Typed | undefined {
  if (left.type !== 'date' || right.type !== 'integer' || right.expression.kind !== 'literal') return undefined;
  if (operator !== '+' && operator !== '-') return undefined;
  const days = BigInt(String(right.expression.value));
  return moved(left, (operator === '+' ? days : -days) * DAY);
}

/** A constant in quotes is a moment beside an interval. */
function moment(part: SqlConstruct, operand: Typed): Typed {
  if (operand.type === 'date' || operand.type === 'timestamp') return operand;
  const { expression } = operand;
  const written = expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : '';
  return (
    literalOf('date', written) ??
    literalOf('timestamp', written) ??
    unsupported(part.text, part.node, 'an INTERVAL beside what is no date', "write d + INTERVAL '7 days'")
  );
}

/** A date that is moved by less than a day becomes a moment. */
function moved(operand: Typed, microseconds: bigint): Typed {
  if (microseconds === 0n) return operand;
  if (operand.type === 'date' && microseconds % DAY === 0n) return make.shift(operand, microseconds / DAY);
  return make.shift(make.convert('timestamp', operand), microseconds);
}

/** Of constants alone: the same day of another month, or its last. */
function monthsLater(part: SqlConstruct, operand: Typed, months: number): Typed {
  const { expression, type } = operand;
  if (expression.kind !== 'literal' || typeof expression.value !== 'string')
    return unsupported(
      part.text,
      part.node,
      'an INTERVAL of months beside a column',
      "months differ in length; write INTERVAL '30 days', or group by date_trunc('month', d)",
    );
  const [day, time] = [expression.value.slice(0, 10), expression.value.slice(10)];
  const [year, month, date] = day.split('-').map(Number);
  const first = new Date(Date.UTC(2000, 0, 1));
  first.setUTCFullYear(year, month - 1 + months, 1);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(date, last.getUTCDate()));
  return (
    literalOf(type, `${first.toISOString().slice(0, 10)}${time}`) ??
    unsupported(part.text, part.node, 'a date beyond the years 1 to 9999', 'write a date within them')
  );
}
