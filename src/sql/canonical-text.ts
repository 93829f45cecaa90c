/** The text that orders the cells of a unit: the same characters as the plan's canonical list, after the key and a colon. */
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, sql, word } from './fragment.ts';

export const canonicalText = (key: Fragment, values: readonly Fragment[], dialect: Dialect): Fragment =>
  sql`${key} || ':' || ${listText(values, dialect)}`;

/** A part of it, of one or more values. */
const listText = (values: readonly Fragment[], { types }: Dialect): Fragment =>
  join(
    values.map(value => lengthAndText(value, word(types.text))),
    ' || ',
  );

/** Every value as its length in characters, a colon and its text; null as a hyphen. */
function lengthAndText(value: Fragment, textType: Fragment): Fragment {
  const text = sql`CAST(${value} AS ${textType})`;
  return sql`CASE WHEN ${value} IS NULL THEN '-' ELSE CAST(length(${text}) AS ${textType}) || ':' || ${text} END`;
}
