/**
 * PostgreSQL's words. It throws where others answer: doubles that overflow or vanish, text that is no number.
 * So numbers are brought near before they are cast, and text is never parsed.
 */
import { type Dialect, type Reading, wholeAsLogical } from './dialect.ts';
import { sql } from './fragment.ts';
import { dayAsMoment, instantAsMoment, momentAsDay } from './times.ts';

const asIs: Reading = column => column;
const asText: Reading = column => sql`CAST(${column} AS text)`;
const asDouble: Reading = column => sql`CAST(${column} AS double precision)`;

/** Numerics reach 131,072 digits, and a cast that leaves the doubles throws. */
const numericAsDouble: Reading = column =>
  sql`CASE WHEN abs(${column}) < 1e-300 THEN 0 WHEN ${column} < -1e300 THEN '-Infinity' WHEN ${column} <= 1e300 THEN CAST(${column} AS double precision) WHEN ${column} < 'NaN' THEN 'Infinity' END`;

export const postgres: Dialect = {
  name: 'postgres',
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
    digits: {},
    day: { day: asIs, moment: dayAsMoment },
    moment: { moment: asIs, day: momentAsDay },
    instant: { moment: instantAsMoment, day: column => momentAsDay(instantAsMoment(column)) },
    logical: { logical: asIs },
    other: {},
  },
  bytes: text => sql`(${text} COLLATE "C")`,
  quotient: (dividend, divisor) => sql`div(${dividend}, ${divisor})`,
  daysOf: date => sql`(${date} - DATE '1970-01-01')`,
  microsecondsOf: time => sql`CAST(extract(epoch FROM ${time}) * 1000000 AS bigint)`,
  dateOf: days => sql`(DATE '1970-01-01' + CAST(${days} AS integer))`,
  digest: text => sql`sha256(convert_to(${text}, 'UTF8'))`,
  digestStart: digits => sql`decode(${digits}, 'hex')`,
};
