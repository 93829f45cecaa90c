/** Where engines differ. Everything else is the same text everywhere. */

import type { TypeFamily } from '../catalogue.ts';
import { type Fragment, type ParameterType, sql } from '../fragment.ts';
import type { Wording } from './wording.ts';

/** What the value rules start from. */
export type Plain = 'whole' | 'floating' | 'textual' | 'day' | 'moment' | 'logical';

/** How a column of one family is read as a plain one. It must not throw, whatever the column holds. */
export type ColumnReader = (column: Fragment) => Fragment;

export interface Dialect {
  readonly wording: Wording;
  /** Names of the types of values and parameters. */
  readonly types: Readonly<Record<ParameterType, string>>;
  /** Absent where a family has no safe road; the order is that of preference. */
  readonly readings: Readonly<Record<TypeFamily, Partial<Readonly<Record<Plain, ColumnReader>>>>>;
  /** Makes text compare by bytes. */
  readonly bytes: (text: Fragment) => Fragment;
  /** Of two whole numbers, towards zero; the divisor is not 0. */
  readonly quotient: (dividend: Fragment, divisor: Fragment) => Fragment;
  /** Days since 1970 of a date, microseconds since 1970 of a time: both finite. */
  readonly daysOf: (date: Fragment) => Fragment;
  readonly microsecondsOf: (time: Fragment) => Fragment;
  /** The date of a number of days. */
  readonly dateOf: (days: Fragment) => Fragment;
  /** SHA-256 of the text in UTF-8, in a type that orders it by its bytes. */
  readonly digest: (text: Fragment) => Fragment;
  /** Hexadecimal digits that digests are compared with: one that only begins with them is above them. */
  readonly digestStart: (digits: Fragment) => Fragment;
}

/** A column of whole numbers may hold truth values; whatever is neither 0 nor 1 is none. */
export const wholeAsLogical: ColumnReader = column => sql`CASE ${column} WHEN 0 THEN FALSE WHEN 1 THEN TRUE END`;
