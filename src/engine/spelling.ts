/**
 * One text for each value, the same on every engine. Whoever groups, judges or writes values does it by this text: what an
 * engine takes for equal may print in several ways (0 and -0, the signs of NaN, 1.0 and 1.00, `a` and `A` of a
 * collation, padded text), and which of them a group then shows would be one person's doing.
 */
import type { DialectName, Family } from '../sql/index.ts';

export function spelling(dialect: DialectName, family: Family | undefined, value: string): string {
  return `(${textOf(dialect, family, value)} COLLATE "C")`;
}

function textOf(dialect: DialectName, family: Family | undefined, value: string): string {
  if (family === 'floating') return ofDoubles(dialect, value);
  if (family === 'decimal') return ofDecimals(dialect, value);
  if (family === 'day' || family === 'moment' || family === 'instant') return ofTimes(dialect, family, value);
  return asText(value);
}

/** Of PostgreSQL's decimals each has a scale of its own, of DuckDB's each column. */
const ofDecimals = (dialect: DialectName, value: string): string =>
  dialect === 'duckdb' ? `regexp_replace(${asText(value)}, '\\.?0+$', '')` : named(asText(`trim_scale(${value})`));

/** Years before Christ as DuckDB writes and reads them; what is too far for it is infinite, on every engine. */
function ofTimes(dialect: DialectName, family: Time, value: string): string {
  const text =
    dialect === 'duckdb' ? asText(value) : `regexp_replace(${asText(value)}, '^(\\S+)(.*) BC$', '\\1 (BC)\\2')`;
  const far = FAR[dialect][family] ?? [];
  const branches = far.map(([sign, limit, name]) => `WHEN ${value} ${sign} ${limit} THEN '${name}'`);
  return far.length === 0 ? text : `CASE ${branches.join(' ')} ELSE ${text} END`;
}

type Time = 'day' | 'moment' | 'instant';

const LATE = ['>=', "TIMESTAMPTZ '280000-01-01 00:00:00+00'", 'infinity'] as const;
const EARLY = ['<', "TIMESTAMPTZ '280000-01-01 (BC) 00:00:00+00'", '-infinity'] as const;

/**
 * PostgreSQL's last moments are none of DuckDB's. Far instants DuckDB writes a millisecond wrong, and it does not read the
 * last of them back: one person's would fail a draw that is recorded. PostgreSQL's first ones are near.
 */
const FAR: Record<
  DialectName,
  Partial<Record<Time, readonly (readonly [sign: string, limit: string, name: string])[]>>
> = {
  duckdb: { instant: [EARLY, LATE] },
  postgres: { moment: [['>=', "TIMESTAMP '294247-01-01'", 'infinity']], instant: [LATE] },
};

/** The text of a time, as PostgreSQL reads it. */
export const timeForPostgres = (text: string): string =>
  `regexp_replace(${text}, '^(\\S+) \\(BC\\)(.*)$', '\\1\\2 BC')`;

const ofDoubles = (dialect: DialectName, value: string): string =>
  `CASE WHEN ${value} = 0 THEN '0' WHEN ${value} = CAST('NaN' AS DOUBLE PRECISION) THEN 'nan' ELSE ${named(digits(dialect, value))} END`;

/** The shortest digits that mean this double and no other; exponents where DuckDB has them. */
const digits = (dialect: DialectName, value: string): string =>
  dialect === 'duckdb'
    ? `regexp_replace(${asText(value)}, '\\.0$', '')`
    : `CASE WHEN abs(${value}) >= 1e-4 AND abs(${value}) < 1e16 THEN ${asText(`trim_scale(CAST(${asText(value)} AS NUMERIC))`)} ELSE ${asText(value)} END`;

/** PostgreSQL writes NaN and Infinity. */
const named = (text: string): string => `replace(lower(${text}), 'infinity', 'inf')`;

const asText = (value: string): string => `CAST(${value} AS VARCHAR)`;
