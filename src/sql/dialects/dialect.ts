/** Where engines differ. Everything else is the same text everywhere. */

import type { TypeFamily } from '../catalogue.ts';
import { type Fragment, join, type ParameterType, sql } from '../fragment.ts';
import type { Wording } from './wording.ts';

/** What the value rules start from. */
export type Plain = 'whole' | 'floating' | 'textual' | 'day' | 'moment' | 'logical';

/** How a column of one family is read as a plain one. It must not throw, whatever the column holds. */
export type ColumnReader = (column: Fragment) => Fragment;

/** The day of the week from 0 (Sunday), from 1 (Monday), and the year that a week is of. */
export type WeekField = 'dayOfWeek' | 'isoDayOfWeek' | 'isoYear';

export interface Dialect {
  /** Absent where tables are asked but not published from. */
  readonly wording?: Wording;
  /** Names of the types of values and parameters. */
  readonly types: Readonly<Record<ParameterType, string>>;
  /** Absent where a family has no safe road; the order is that of preference. */
  readonly readings: Readonly<Record<TypeFamily, Partial<Readonly<Record<Plain, ColumnReader>>>>>;
  /** The type of times without a zone, in microseconds. */
  readonly momentType: string;
  /** How a query that others read is defined: computed once, wherever it is read, or as the engine likes. */
  readonly definitions: Readonly<Record<'once' | 'wherever' | 'either', string>>;
  /** Stands after a query, and what is asked of its rows is not moved into it. */
  readonly apart: string;
  /** LIMIT and OFFSET take expressions; where they do not, rows are numbered. */
  readonly limitsByExpression: boolean;
  /** Makes text compare by bytes. */
  readonly bytes: (text: Fragment) => Fragment;
  /** Of whole numbers, in wide ones: whatever people's rows add up to, it does not overflow. */
  readonly sum: (value: Fragment) => Fragment;
  /** Of two whole numbers, towards zero; the divisor is not 0. */
  readonly quotient: (dividend: Fragment, divisor: Fragment) => Fragment;
  /** Days since 1970 of a date, microseconds since 1970 of a time: both finite. */
  readonly daysOf: (date: Fragment) => Fragment;
  readonly microsecondsOf: (time: Fragment) => Fragment;
  /** The date of a number of days. */
  readonly dateOf: (days: Fragment) => Fragment;
  readonly weekFields: Readonly<Record<WeekField, (date: Fragment) => Fragment>>;
  /** The greatest and the least of some values, nulls left aside. */
  readonly greatest: (values: readonly Fragment[]) => Fragment;
  readonly least: (values: readonly Fragment[]) => Fragment;
  /** The last characters of a text, all of it where it has fewer. */
  readonly ending: (text: Fragment, count: Fragment) => Fragment;
  /** SHA-256 of the text in UTF-8, in a type that orders it by its bytes. */
  readonly digest: (text: Fragment) => Fragment;
  /** Hexadecimal digits that digests are compared with: one that only begins with them is above them. */
  readonly digestStart: (digits: Fragment) => Fragment;
}

/** A column of whole numbers may hold truth values; whatever is neither 0 nor 1 is none. */
export const wholeAsLogical: ColumnReader = column => sql`CASE ${column} WHEN 0 THEN FALSE WHEN 1 THEN TRUE END`;

/** What DuckDB and PostgreSQL say alike. Their sums of whole numbers are wide by themselves. */
export const alike = {
  sum: value => sql`sum(${value})`,
  weekFields: {
    dayOfWeek: date => sql`extract(dow FROM ${date})`,
    isoDayOfWeek: date => sql`extract(isodow FROM ${date})`,
    isoYear: date => sql`extract(isoyear FROM ${date})`,
  },
  greatest: values => sql`greatest(${join(values, ', ')})`,
  least: values => sql`least(${join(values, ', ')})`,
  ending: (text, count) => sql`right(${text}, ${count})`,
  definitions: { once: 'AS MATERIALIZED', wherever: 'AS NOT MATERIALIZED', either: 'AS' },
  // DuckDB would move what is asked of units before the search for them, and hash every row; a limit it does not pass
  apart: ' LIMIT 9223372036854775807',
  limitsByExpression: true,
} satisfies Partial<Dialect>;
