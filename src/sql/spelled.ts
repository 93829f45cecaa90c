/**
 * Fields of text files on DuckDB, read only where their spelling has one meaning, as the plan reads them. DuckDB alone would
 * also take `1_000`, `24:00` or `epoch`.
 */
import { SAID } from '../plan/operators/index.ts';
import type { ColumnReader, Plain } from './dialects/dialect.ts';
import { type Fragment, join, quoteText, sql, word } from './fragment.ts';
import { momentAsDay } from './times.ts';

const WHOLE = '[+-]?[0-9]{1,38}';
const INFINITE = '[iI][nN][fF]([iI][nN][iI][tT][yY])?';
const NUMBER = `[+-]?(([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?|${INFINITE})`;
const DAY = '([1-9][0-9]{3}|0[0-9]{2}[1-9]|0[0-9][1-9]0|0[1-9]00)-[0-9]{2}-[0-9]{2}';
const HOURS = '([01][0-9]|2[0-3])';
const SIXTY = '[0-5][0-9]';
const MINUTE = `${DAY}[T ]${HOURS}:${SIXTY}`;
const ZONE = `(Z|[+-]${HOURS}(:?${SIXTY})?)`;
const MOMENT = `${MINUTE}(:${SIXTY}([.][0-9]{1,9})?${ZONE}?)?`;

export const spelled: Readonly<Record<Plain, ColumnReader>> = {
  whole: orElse(trimmed, text => when(text, WHOLE, sql`CAST(${text} AS HUGEINT)`)),
  floating: orElse(trimmed, text => when(text, NUMBER, sql`TRY_CAST(${text} AS DOUBLE)`)),
  // neither trimmed nor folded: two spellings are two texts
  textual: text => text,
  day: orElse(trimmed, text => sql`${when(text, DAY, day(text))}${whenMoment(text, momentAsDay)}`),
  moment: orElse(trimmed, text => {
    const midnight = sql`CAST(${day(text)} AS TIMESTAMP)`;
    return sql`${whenMoment(text, moment => moment)}${when(text, DAY, midnight)}`;
  }),
  logical: orElse(text => sql`lower(${trimmed(text)})`, whenSaid),
};

/** Few fields have blanks or capitals: only what no branch reads as it is, is looked at again. */
function orElse(as: ColumnReader, branches: ColumnReader): ColumnReader {
  return text => sql`CASE${branches(text)} ELSE CASE${branches(as(text))} END END`;
}

/** Spaces and tabs around a field do not count. */
function trimmed(text: Fragment): Fragment {
  return sql`trim(${text}, ${word(quoteText(' \t'))})`;
}

function when(text: Fragment, pattern: string, value: Fragment): Fragment {
  return sql` WHEN regexp_full_match(${text}, ${word(quoteText(pattern))}) THEN ${value}`;
}

function day(text: Fragment): Fragment {
  return sql`TRY_CAST(${text} AS DATE)`;
}

/** DuckDB takes no zone after minutes. Without a zone it is UTC, as the session is. */
function whenMoment(text: Fragment, as: ColumnReader): Fragment {
  const utc = (time: Fragment): Fragment => sql`(TRY_CAST(${time} AS TIMESTAMPTZ) AT TIME ZONE 'UTC')`;
  const withSeconds = sql`left(${text}, 16) || ':00' || substr(${text}, 17)`;
  return sql`${when(text, MOMENT, as(utc(text)))}${when(text, MINUTE + ZONE, as(utc(withSeconds)))}`;
}

function whenSaid(text: Fragment): Fragment {
  const branch = (said: string, truth: string): Fragment =>
    sql` WHEN ${text} = ${word(quoteText(said))} THEN ${word(truth)}`;
  return join(
    SAID.flatMap(([yes, no]) => [branch(yes, 'TRUE'), branch(no, 'FALSE')]),
    '',
  );
}
