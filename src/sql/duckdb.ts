/** DuckDB's words. Text compares by bytes as it is; fields of CSV and JSON files come as text and are parsed by their spelling. */
import { type Dialect, type Reading, wholeAsLogical } from './dialect.ts';
import { sql } from './fragment.ts';
import { spelled } from './spelled.ts';
import { dayAsMoment, instantAsMoment, momentAsDay } from './times.ts';

const asIs: Reading = column => column;
const asText: Reading = column => sql`CAST(${column} AS VARCHAR)`;
const asDouble: Reading = column => sql`CAST(${column} AS DOUBLE)`;
/** Through text, because only that road rounds once. */
const longAsDouble: Reading = column => sql`TRY_CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`;
/** Nanoseconds, too: DuckDB misjudges which days they can be, so that a bound of days would be left out. */
const inMicroseconds: Reading = column => sql`CAST(${column} AS TIMESTAMP)`;

export const duckdb: Dialect = {
  name: 'duckdb',
  types: { integer: 'BIGINT', wide: 'HUGEINT', number: 'DOUBLE', text: 'VARCHAR', boolean: 'BOOLEAN' },
  readings: {
    whole: { whole: asIs, floating: asDouble, textual: asText, logical: wholeAsLogical },
    wide: { whole: asIs, floating: longAsDouble, textual: asText, logical: wholeAsLogical },
    decimal: { floating: longAsDouble },
    floating: { floating: asDouble },
    textual: { textual: asText },
    digits: spelled,
    day: { day: asIs, moment: dayAsMoment },
    moment: { moment: inMicroseconds, day: column => momentAsDay(inMicroseconds(column)) },
    instant: { moment: instantAsMoment, day: column => momentAsDay(instantAsMoment(column)) },
    logical: { logical: asIs },
    other: {},
  },
  bytes: asIs,
  quotient: (dividend, divisor) => sql`(${dividend} // ${divisor})`,
  daysOf: date => sql`(${date} - DATE '1970-01-01')`,
  microsecondsOf: time => sql`epoch_us(${time})`,
  dateOf: days => sql`(DATE '1970-01-01' + CAST(${days} AS INTEGER))`,
  digest: text => sql`sha256(${text})`,
  digestStart: asIs,
};
