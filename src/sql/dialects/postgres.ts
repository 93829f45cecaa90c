/**
 * PostgreSQL's words. It throws where others answer: doubles that overflow or vanish, text that is no number.
 * So numbers are brought near before they are cast, and text is never parsed.
 */

import { sql } from '../fragment.ts';
import { dayAsMoment, instantAsMoment, momentAsDay } from '../times.ts';
import { alike, type ColumnReader, type Dialect, wholeAsLogical } from './dialect.ts';
import { asVarchar, LATE, named, notNaN, type Wording } from './wording.ts';

const asIs: ColumnReader = column => column;
const asText: ColumnReader = column => sql`CAST(${column} AS text)`;
const asDouble: ColumnReader = column => sql`CAST(${column} AS double precision)`;

/** Numerics reach 131,072 digits, and a cast that leaves the doubles throws. */
const numericAsDouble: ColumnReader = column =>
  sql`CASE WHEN abs(${column}) < 1e-300 THEN 0 WHEN ${column} < -1e300 THEN '-Infinity' WHEN ${column} <= 1e300 THEN CAST(${column} AS double precision) WHEN ${column} < 'NaN' THEN 'Infinity' END`;

const wording: Wording = {
  // each decimal has a scale of its own
  decimal: value => named(asVarchar(`trim_scale(${value})`)),
  digits: value =>
    `CASE WHEN abs(${value}) >= 1e-4 AND abs(${value}) < 1e16 THEN ${asVarchar(`trim_scale(CAST(${asVarchar(value)} AS NUMERIC))`)} ELSE ${asVarchar(value)} END`,
  time: value => `regexp_replace(${asVarchar(value)}, '^(\\S+)(.*) BC$', '\\1 (BC)\\2')`,
  // the last moments are none of DuckDB's; the first ones are near
  far: { moment: [['>=', "TIMESTAMP '294247-01-01'", 'infinity']], instant: [LATE] },
  readsText: false,
  double: (text, isFloating) =>
    isFloating ? notNaN(`CAST(${text} AS DOUBLE PRECISION)`) : doubleOfNumeric(`CAST(${text} AS NUMERIC)`),
  date: (value, isText) => `CAST(${isText ? timeForPostgres(value) : value} AS DATE)`,
  apart: ' OFFSET 0',
  hash: 'hashtextextended',
};

/** The text of a time, as PostgreSQL reads it. */
const timeForPostgres = (text: string): string => `regexp_replace(${text}, '^(\\S+) \\(BC\\)(.*)$', '\\1\\2 BC')`;

/** Numerics have up to 131,072 digits, and those that no double holds throw. */
const doubleOfNumeric = (numeric: string): string =>
  `CASE WHEN abs(${numeric}) < 1e-300 THEN 0 WHEN ${numeric} < -1e300 THEN '-Infinity' WHEN ${numeric} <= 1e300 THEN CAST(${numeric} AS DOUBLE PRECISION) WHEN ${numeric} < 'NaN' THEN 'Infinity' END`;

export const postgres: Dialect = {
  ...alike,
  wording,
  types: { integer: 'bigint', wide: 'numeric', number: 'double precision', text: 'text', boolean: 'boolean' },
  readings: {
    whole: { whole: asIs, floating: asDouble, textual: asText, logical: wholeAsLogical },
    wide: {
      whole: column => sql`CASE WHEN ${column} < 'NaN' THEN ${column} END`,
      floating: numericAsDouble,
      textual: asText,
      logical: wholeAsLogical,
    },
    decimal: { floating: numericAsDouble },
    floating: { floating: asDouble },
    textual: { textual: asText },
    padded: {},
    digits: {},
    day: { day: asIs, moment: dayAsMoment },
    moment: { moment: asIs, day: momentAsDay },
    instant: { moment: instantAsMoment, day: column => momentAsDay(instantAsMoment(column)) },
    logical: { logical: asIs },
    other: {},
  },
  momentType: 'timestamp',
  bytes: text => sql`(${text} COLLATE "C")`,
  quotient: (dividend, divisor) => sql`div(${dividend}, ${divisor})`,
  daysOf: date => sql`(${date} - DATE '1970-01-01')`,
  microsecondsOf: time => sql`CAST(extract(epoch FROM ${time}) * 1000000 AS bigint)`,
  dateOf: days => sql`(DATE '1970-01-01' + CAST(${days} AS integer))`,
  digest: text => sql`sha256(convert_to(${text}, 'UTF8'))`,
  digestStart: digits => sql`decode(${digits}, 'hex')`,
};
