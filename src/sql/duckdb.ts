/** DuckDB's words. Text compares by bytes as it is; fields of CSV and JSON files come as text and are parsed here. */
import type { Dialect, Reading } from './dialect.ts';
import { type Fragment, quoteText, sql, word } from './fragment.ts';
import { dayAsMoment, instantAsMoment, momentAsDay } from './times.ts';

const asIs: Reading = column => column;
const asText: Reading = column => sql`CAST(${column} AS VARCHAR)`;
const asDouble: Reading = column => sql`CAST(${column} AS DOUBLE)`;
/** Through text, because only that road rounds once. */
const longAsDouble: Reading = column => sql`TRY_CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`;
const utc: Reading = column => sql`(${column} AT TIME ZONE 'UTC')`;
/** Nanoseconds, too: DuckDB misjudges which days they can be, so that a bound of days would be left out. */
const inMicroseconds: Reading = column => sql`CAST(${column} AS TIMESTAMP)`;

/** Fields of text files are parsed only where their spelling has one meaning; DuckDB alone would also take `1_000` or `24:00`. */
const spelled = (text: Fragment, pattern: string, value: Fragment): Fragment =>
  sql`CASE WHEN regexp_full_match(${text}, ${word(quoteText(pattern))}) THEN ${value} END`;

const DECIMAL = '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?';
const WHOLE = '[+-]?[0-9]{1,38}';
const DAY = '([1-9][0-9]{3}|0[0-9]{2}[1-9]|0[0-9][1-9]0|0[1-9]00)-[0-9]{2}-[0-9]{2}';
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?';

/** DuckDB takes no zone after minutes. */
const withSeconds: Reading = text => sql`regexp_replace(${text}, '^(.{16})(Z|[+-].*)$', '\\1:00\\2')`;

export const duckdb: Dialect = {
  name: 'duckdb',
  types: { integer: 'BIGINT', wide: 'HUGEINT', number: 'DOUBLE', text: 'VARCHAR', boolean: 'BOOLEAN' },
  readings: {
    whole: { whole: asIs, floating: asDouble, textual: asText },
    wide: { whole: asIs, floating: longAsDouble, textual: asText },
    decimal: { floating: longAsDouble },
    floating: { floating: asDouble },
    textual: { textual: asText },
    digits: {
      whole: text => spelled(text, WHOLE, sql`CAST(${text} AS HUGEINT)`),
      floating: text => spelled(text, DECIMAL, sql`TRY_CAST(${text} AS DOUBLE)`),
      textual: asIs,
      day: text => spelled(text, DAY, sql`TRY_CAST(${text} AS DATE)`),
      moment: text =>
        spelled(
          text,
          `${DAY}[T ]${TIME}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?`,
          utc(sql`TRY_CAST(${withSeconds(text)} AS TIMESTAMPTZ)`),
        ),
      logical: text => sql`CASE ${text} WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`,
    },
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
