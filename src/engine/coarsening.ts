/** Public rules that make a column coarser, in an engine's words. What a rule cannot read becomes null. */
import { type DialectName, type TypeFamily, wordingOf } from '../sql/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import { spelling } from './spelling.ts';

export type Coarsening =
  /** A number as the lower end of its range: 37 in ranges of 10 is 30. */
  | { readonly kind: 'range'; readonly width: number }
  | { readonly kind: 'top'; readonly most: number }
  | { readonly kind: 'bottom'; readonly least: number }
  | { readonly kind: 'prefix'; readonly length: number }
  | { readonly kind: 'year' }
  | { readonly kind: 'month' }
  /** Values as a list names them; those that it lacks become null. */
  | { readonly kind: 'mapping'; readonly names: ReadonlyMap<string, string> };

export interface CoarsenedColumn {
  readonly name: string;
  /** Applied in this order. */
  readonly rules: readonly Coarsening[];
}

/** Collects the values that go beside the text. */
export type Placed = (type: 'number' | 'text', value: number | string) => string;

/** A column on its way through rules. */
export interface Held {
  readonly column: string;
  readonly expression: string;
  /** What it holds, though it may be spelled out already. */
  readonly family: TypeFamily | undefined;
  readonly form: 'own' | 'double' | 'text';
}

/** The text of a column after its rules: all that is grouped, judged and written of it. */
export function coarsened(dialect: DialectName, rules: readonly Coarsening[], held: Held, placed: Placed): string {
  return spelledOut(
    dialect,
    rules.reduce((inner, rule) => applied(dialect, rule, inner, placed), held),
  );
}

/** What a column holds after its rules. */
export const familyAfter = ({ rules }: CoarsenedColumn, family: TypeFamily | undefined): TypeFamily | undefined => {
  const last = rules.at(-1)?.kind;
  if (last === undefined) return family;
  return last === 'range' || last === 'top' || last === 'bottom' ? 'floating' : 'textual';
};

function applied(dialect: DialectName, rule: Coarsening, inner: Held, placed: Placed): Held {
  const double = (expression: string): Held => ({ ...inner, expression, family: 'floating', form: 'double' });
  const text = (expression: string): Held => ({
    ...inner,
    expression: `(${expression} COLLATE "C")`,
    family: 'textual',
    form: 'text',
  });
  switch (rule.kind) {
    case 'range':
      return double(lowerEnd(asNumber(dialect, inner), placed('text', String(rule.width))));
    case 'top':
      return double(beyond(asNumber(dialect, inner), '>', placed('number', rule.most)));
    case 'bottom':
      return double(beyond(asNumber(dialect, inner), '<', placed('number', rule.least)));
    case 'prefix': {
      invariant(Number.isSafeInteger(rule.length) && rule.length > 0, 'a prefix has characters');
      return text(`left(${spelledOut(dialect, inner)}, ${rule.length})`);
    }
    case 'year':
      return text(cutDate(dialect, inner, '^([0-9]+)-[0-9]{2}-[0-9]{2}'));
    case 'month':
      return text(cutDate(dialect, inner, '^([0-9]+-[0-9]{2})-[0-9]{2}'));
    case 'mapping':
      return text(mapped(dialect, rule.names, inner, placed));
  }
}

const spelledOut = (dialect: DialectName, { expression, family, form }: Held): string =>
  form === 'text' ? expression : spelling(dialect, family, expression);

/** Null stays null. */
const beyond = (number: string, sign: '<' | '>', limit: string): string =>
  `CASE WHEN ${number} ${sign} ${limit} THEN ${limit} ELSE ${number} END`;

/**
 * The largest multiple of the width that is not above the number, both taken for the decimals that they print as: a double's
 * own quotient would put 0.3 below 3 times 0.1. Numbers from 10^18 on are in no range.
 */
function lowerEnd(number: string, width: string): string {
  const decimal = `CAST(CASE WHEN abs(${number}) < 1e18 THEN CAST(${number} AS VARCHAR) END AS ${DECIMAL})`;
  // what has more digits was rounded, and must not be rounded up into the next range
  const below = `(${decimal} - CASE WHEN ${asDouble(decimal)} > ${number} THEN CAST('1e-19' AS ${DECIMAL}) ELSE 0 END)`;
  const each = `CAST(${width} AS ${DECIMAL})`;
  const rest = `(${below} % ${each})`;
  return asDouble(`(${below} - ${rest} - CASE WHEN ${rest} < 0 THEN ${each} ELSE 0 END)`);
}

const DECIMAL = 'DECIMAL(38, 19)';

/** Through text, because only that road rounds once. */
const asDouble = (decimal: string): string => `CAST(CAST(${decimal} AS VARCHAR) AS DOUBLE PRECISION)`;

/** A list of numbers names them however they are written. */
function mapped(dialect: DialectName, names: ReadonlyMap<string, string>, inner: Held, placed: Placed): string {
  const spelled = spelledOut(dialect, inner);
  const named = (entries: readonly (readonly [from: string, to: string])[]): string =>
    entries.map(([from, to]) => `WHEN ${from} THEN ${placed('text', to)}`).join(' ');
  const byText = named([...names].map(([from, to]) => [placed('text', from), to]));
  const numbers = [...names].filter(([from]) => PLAIN_NUMBER.test(from));
  const isOfNumbers =
    holds(inner, NUMBERS) || (wordingOf(dialect).readsText && holds(inner, TEXTS) && numbers.length === names.size);
  if (numbers.length === 0 || !isOfNumbers) return `CASE ${spelled} ${byText} END`;
  // doubles have no other digits; all else is compared by all that it has
  const isDouble = inner.family === 'floating';
  const byNumber = named(
    numbers.map(([from, to]) => [isDouble ? placed('number', Number(from)) : placed('text', plain(from)), to]),
  );
  return `CASE ${spelled} ${byText} ELSE CASE ${isDouble ? asNumber(dialect, inner) : plainText(inner, spelled)} ${byNumber} END END`;
}

/** A decimal without zeros at its end. */
function plain(number: string): string {
  const short = number.includes('.') ? number.replace(/\.?0+$/, '') : number;
  return short === '-0' ? '0' : short;
}

/** The same of a column; typed ones are spelled so already, and 007 of a column of text is no 7. */
function plainText(held: Held, spelled: string): string {
  if (holds(held, NUMBERS)) return spelled;
  const short = `CASE WHEN contains(${spelled}, '.') THEN regexp_replace(${spelled}, '\\.?0+$', '') ELSE ${spelled} END`;
  return `CASE WHEN regexp_full_match(${spelled}, '${PLAIN_NUMBER.source.slice(1, -1)}') THEN CASE ${short} WHEN '-0' THEN '0' ELSE ${short} END END`;
}

const PLAIN_NUMBER = /^-?(0|[1-9][0-9]*)([.][0-9]+)?$/;

const NUMBERS: readonly TypeFamily[] = ['whole', 'wide', 'decimal', 'floating'];
const DATES: readonly TypeFamily[] = ['day', 'moment', 'instant'];
const TEXTS: readonly TypeFamily[] = ['textual', 'digits'];

const holds = ({ family }: Held, families: readonly TypeFamily[]): boolean =>
  family !== undefined && families.includes(family);

/** Only some engines read text that may be no number; where they do not, columns have types. */
function asNumber(dialect: DialectName, held: Held): string {
  if (held.form === 'double') return held.expression;
  checkReadable(dialect, held, NUMBERS, 'numbers');
  if (held.form === 'own' && held.family === 'whole') return `CAST(${held.expression} AS DOUBLE PRECISION)`;
  const text = spelledOut(dialect, held);
  return wordingOf(dialect).double(text, held.family === 'floating');
}

function asDate(dialect: DialectName, held: Held): string {
  checkReadable(dialect, held, DATES, 'dates');
  const isText = held.form !== 'own';
  const value = isText ? spelledOut(dialect, held) : held.expression;
  return wordingOf(dialect).date(value, isText);
}

/** By the column's type, before any row is read. */
function checkReadable(dialect: DialectName, held: Held, families: readonly TypeFamily[], what: string): void {
  if (holds(held, families) || (wordingOf(dialect).readsText && holds(held, TEXTS))) return;
  refuse('type_mismatch', `A rule for ${what} does not fit the column ${held.column}, which contains none.`);
}

/** The year may have more than four digits, or be before Christ. */
const cutDate = (dialect: DialectName, held: Held, pattern: string): string =>
  `regexp_replace(${spelling(dialect, 'day', asDate(dialect, held))}, '${pattern}', '\\1')`;
