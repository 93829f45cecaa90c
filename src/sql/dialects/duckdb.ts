/** DuckDB's words. Text compares by bytes as it is; fields of CSV and JSON files come as text and are parsed by their spelling. */

import { sql } from '../fragment.ts';
import { spelled } from '../spelled.ts';
import { dayAsMoment, instantAsMoment, momentAsDay } from '../times.ts';
import { alike, type ColumnReader, type Dialect, wholeAsLogical } from './dialect.ts';
import { asVarchar, LATE, notNaN, type Wording } from './wording.ts';

const asIs: ColumnReader = column => column;
const asText: ColumnReader = column => sql`CAST(${column} AS VARCHAR)`;
const asDouble: ColumnReader = column => sql`CAST(${column} AS DOUBLE)`;
/** Through text, because only that road rounds once. */
const longAsDouble: ColumnReader = column => sql`TRY_CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`;
/** Nanoseconds, too: DuckDB misjudges which days they can be, so that a bound of days would be left out. */
const inMicroseconds: ColumnReader = column => sql`CAST(${column} AS TIMESTAMP)`;

const EARLY = ['<', "TIMESTAMPTZ '280000-01-01 (BC) 00:00:00+00'", '-infinity'] as const;

const wording: Wording = {
  // each column has one scale
  decimal: value => `regexp_replace(${asVarchar(value)}, '\\.?0+$', '')`,
  digits: value => `regexp_replace(${asVarchar(value)}, '\\.0$', '')`,
  time: asVarchar,
  // far instants are written a millisecond wrong, and the last of them not read back: one person's would fail a recorded draw
  far: { instant: [EARLY, LATE] },
  readsText: true,
  double: text => notNaN(`TRY_CAST(${text} AS DOUBLE)`),
  date: value => `TRY_CAST(${value} AS DATE)`,
  apart: '',
  hash: 'hash',
};

export const duckdb: Dialect = {
  ...alike,
  wording,
  types: { integer: 'BIGINT', wide: 'HUGEINT', number: 'DOUBLE', text: 'VARCHAR', boolean: 'BOOLEAN' },
  readings: {
    whole: { whole: asIs, floating: asDouble, textual: asText, logical: wholeAsLogical },
    wide: { whole: asIs, floating: longAsDouble, textual: asText, logical: wholeAsLogical },
    decimal: { floating: longAsDouble },
    floating: { floating: asDouble },
    textual: { textual: asText },
    padded: {},
    digits: spelled,
    day: { day: asIs, moment: dayAsMoment },
    moment: { moment: inMicroseconds, day: column => momentAsDay(inMicroseconds(column)) },
    instant: { moment: instantAsMoment, day: column => momentAsDay(instantAsMoment(column)) },
    logical: { logical: asIs },
    other: {},
  },
  momentType: 'TIMESTAMP',
  bytes: asIs,
  quotient: (dividend, divisor) => sql`(${dividend} // ${divisor})`,
  daysOf: date => sql`(${date} - DATE '1970-01-01')`,
  microsecondsOf: time => sql`epoch_us(${time})`,
  dateOf: days => sql`(DATE '1970-01-01' + CAST(${days} AS INTEGER))`,
  digest: text => sql`sha256(${text})`,
  digestStart: asIs,
};
