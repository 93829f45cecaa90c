/**
 * One text for each value, the same on every engine. Whoever groups, judges or writes values does it by this text: what an
 * engine takes for equal may print in several ways (0 and -0, the signs of NaN, 1.0 and 1.00, `a` and `A` of a
 * collation, padded text), and which of them a group then shows would be one person's doing.
 */
import { asVarchar, type DialectName, named, type Time, type TypeFamily, wordingOf } from '../sql/index.ts';

export function spelling(dialect: DialectName, family: TypeFamily | undefined, value: string): string {
  return `(${textOf(dialect, family, value)} COLLATE "C")`;
}

function textOf(dialect: DialectName, family: TypeFamily | undefined, value: string): string {
  if (family === 'floating') return ofDoubles(dialect, value);
  if (family === 'decimal') return wordingOf(dialect).decimal(value);
  if (family === 'day' || family === 'moment' || family === 'instant') return ofTimes(dialect, family, value);
  return asVarchar(value);
}

function ofTimes(dialect: DialectName, family: Time, value: string): string {
  const text = wordingOf(dialect).time(value);
  const far = wordingOf(dialect).far[family] ?? [];
  const branches = far.map(([sign, limit, name]) => `WHEN ${value} ${sign} ${limit} THEN '${name}'`);
  return far.length === 0 ? text : `CASE ${branches.join(' ')} ELSE ${text} END`;
}

const ofDoubles = (dialect: DialectName, value: string): string =>
  `CASE WHEN ${value} = 0 THEN '0' WHEN ${value} = CAST('NaN' AS DOUBLE PRECISION) THEN 'nan' ELSE ${named(wordingOf(dialect).digits(value))} END`;
