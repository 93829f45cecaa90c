/** How an engine writes and reads values as text, where engines differ: one object an engine. */

export type Time = 'day' | 'moment' | 'instant';

export interface Wording {
  /** The text of a decimal, without zeros at its end. */
  readonly decimal: (value: string) => string;
  /** The shortest digits that mean a double and no other; exponents where DuckDB has them. */
  readonly digits: (value: string) => string;
  /** Years before Christ as DuckDB writes and reads them. */
  readonly time: (value: string) => string;
  /** What is too far for an engine is infinite, on every engine. */
  readonly far: Partial<Readonly<Record<Time, readonly (readonly [sign: string, limit: string, name: string])[]>>>;
  /** Text that may be no number or date is read as one: what is none is null. */
  readonly readsText: boolean;
  /** The double of a number that is spelled out; NaN is none, though engines order it. */
  readonly double: (text: string, isFloating: boolean) => string;
  readonly date: (value: string, isText: boolean) => string;
  /** Ends a subquery whose expressions are not to be put back in their places. */
  readonly apart: string;
  /** A function of a text and of a seed. */
  readonly hash: string;
}

export const asVarchar = (value: string): string => `CAST(${value} AS VARCHAR)`;

/** Infinity has one name; PostgreSQL writes it in full. */
export const named = (text: string): string => `replace(lower(${text}), 'infinity', 'inf')`;

export const notNaN = (double: string): string => `nullif(${double}, CAST('NaN' AS DOUBLE PRECISION))`;

export const LATE = ['>=', "TIMESTAMPTZ '280000-01-01 00:00:00+00'", 'infinity'] as const;
