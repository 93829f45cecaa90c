/**
 * Trino's words. Text compares by bytes as it is. Sums of 64-bit numbers throw when they overflow, and quotients of decimals are
 * rounded: so sums run in decimals of 38 digits, and only what divides is divided.
 */
import { type Fragment, join, sql } from '../fragment.ts';
import { type ColumnReader, type Dialect, wholeAsLogical } from './dialect.ts';

const asIs: ColumnReader = column => column;
const asText: ColumnReader = column => sql`CAST(${column} AS varchar)`;
const asDouble: ColumnReader = column => sql`CAST(${column} AS double)`;
/** Through text, because only that road rounds once. */
const decimalAsDouble: ColumnReader = column => sql`CAST(CAST(${column} AS varchar) AS double)`;
/** Blanks at the end of a text of fixed length are none of its own. */
const unpadded: ColumnReader = column => sql`rtrim(CAST(${column} AS varchar), ' ')`;

const inMicroseconds: ColumnReader = moment => sql`CAST(${moment} AS timestamp(6))`;
const momentAsDay: ColumnReader = moment => sql`CAST(${moment} AS date)`;
const dayAsMoment: ColumnReader = day =>
  unlessFar(day, [sql`DATE '0001-01-01'`, sql`DATE '9999-12-31'`], inMicroseconds(day));
const instantAsMoment: ColumnReader = instant =>
  unlessFar(
    instant,
    [sql`TIMESTAMP '0001-01-01 00:00:00.000000 UTC'`, sql`TIMESTAMP '9999-12-31 23:59:59.999999 UTC'`],
    inMicroseconds(sql`(${instant} AT TIME ZONE 'UTC')`),
  );

/** There is no infinite time: what is outside the years that people write is just outside of them, and clamps as well. */
const unlessFar = (value: Fragment, [first, last]: readonly Fragment[], near: Fragment): Fragment =>
  sql`CASE WHEN ${value} < ${first} THEN TIMESTAMP '-0001-01-01 00:00:00.000000' WHEN ${value} <= ${last} THEN ${near} WHEN ${value} > ${last} THEN TIMESTAMP '10000-01-01 00:00:00.000000' END`;

/** A value, or where that is null the first of the others that is not. (Functions of arrays go wrong beside OR in Trino 476.) */
const standingIn = (value: Fragment, place: number, values: readonly Fragment[]): Fragment =>
  values.length === 1 ? value : sql`COALESCE(${join([value, ...values.filter((_, i) => i !== place)], ', ')})`;

export const trino: Dialect = {
  types: { integer: 'bigint', wide: 'decimal(38,0)', number: 'double', text: 'varchar', boolean: 'boolean' },
  readings: {
    whole: { whole: asIs, floating: asDouble, textual: asText, logical: wholeAsLogical },
    wide: { whole: asIs, floating: decimalAsDouble, textual: asText, logical: wholeAsLogical },
    decimal: { floating: decimalAsDouble },
    floating: { floating: asDouble },
    textual: { textual: asText },
    padded: { textual: unpadded },
    digits: {},
    day: { day: asIs, moment: dayAsMoment },
    moment: { moment: inMicroseconds, day: momentAsDay },
    instant: { moment: instantAsMoment, day: column => momentAsDay(instantAsMoment(column)) },
    logical: { logical: asIs },
    other: {},
  },
  momentType: 'timestamp(6)',
  // a query is read again for every mention; what it reads is pinned, so that it is the same each time
  definitions: { once: 'AS', wherever: 'AS', either: 'AS' },
  apart: '',
  limitsByExpression: false,
  bytes: asIs,
  sum: value => sql`sum(CAST(${value} AS decimal(38,0)))`,
  quotient: (dividend, divisor) => sql`((${dividend} - ${dividend} % ${divisor}) / ${divisor})`,
  daysOf: date => sql`date_diff('day', DATE '1970-01-01', ${date})`,
  // a difference in microseconds is not to be had: whole seconds, and the six digits that are written after them
  microsecondsOf: time =>
    sql`(date_diff('second', TIMESTAMP '1970-01-01 00:00:00.000000', date_trunc('second', ${time})) * 1000000 + CAST(substr(CAST(${time} AS varchar), -6) AS bigint))`,
  dateOf: days => sql`date_add('day', ${days}, DATE '1970-01-01')`,
  weekFields: {
    // Sunday is 7
    dayOfWeek: date => sql`(extract(dow FROM ${date}) % 7)`,
    isoDayOfWeek: date => sql`extract(dow FROM ${date})`,
    isoYear: date => sql`extract(yow FROM ${date})`,
  },
  // they are null where one value is: another one stands in for it
  greatest: values => sql`greatest(${join(values.map(standingIn), ', ')})`,
  least: values => sql`least(${join(values.map(standingIn), ', ')})`,
  // of a text that is shorter it would have nothing
  ending: (text, count) => sql`CASE WHEN length(${text}) <= ${count} THEN ${text} ELSE substr(${text}, -${count}) END`,
  digest: text => sql`sha256(to_utf8(${text}))`,
  digestStart: digits => sql`from_hex(${digits})`,
};
