/** What the compiler knows of the columns of a derived table: their terms, and what may be asked of them. */
import type { ColumnInput, ColumnsLike } from '../source/index.ts';
import type { NumberTerm, Term, TermOfType, TextTerm, UntypedTerm } from './term.ts';

export type ColumnInputs = { readonly [name: string]: ColumnInput };

export type NameOf<Shown> = keyof Shown & string;

/** Numbers with public bounds: all that can be added up. */
export type BoundedName<Shown> = ColumnsLike<
  Shown,
  { readonly type: 'integer' | 'number'; readonly min: number; readonly max: number }
>;

/** Numbers, whether their bounds are public or not. */
export type NumericName<Shown> = ColumnsLike<Shown, { readonly type: 'integer' | 'number' }>;

/** Numbers, dates and timestamps, whether their bounds are public or not. */
export type OrderedName<Shown> = ColumnsLike<Shown, { readonly type: 'integer' | 'number' | 'date' | 'timestamp' }>;

/** Columns whose values are public, so that every group can be answered, also the empty ones. */
export type PublicKeyName<Shown> = ColumnsLike<
  Shown,
  { readonly type: 'category' | 'boolean' } | { readonly type: 'integer'; readonly min: number; readonly max: number }
>;

/** The columns of one row, as terms. */
export type TermRow<Shown> = { readonly [Name in keyof Shown]: TermOf<Shown[Name]> };

type TermOf<Column> = ColumnInput extends Column
  ? UntypedTerm
  : Column extends { readonly type: 'category'; readonly values: readonly (infer Value extends string)[] }
    ? TextTerm<Value>
    : Column extends { readonly type: infer Type extends keyof TermOfType }
      ? TermOfType[Type]
      : never;

/** The columns that terms make: numbers among them have the bounds that their expression gives them. */
export type Derived<Terms> = { readonly [Name in keyof Terms]: ColumnOf<Terms[Name]> };

type ColumnOf<Made> = Made extends { readonly type: 'integer' }
  ? { readonly type: 'integer'; readonly min: number; readonly max: number }
  : Made extends NumberTerm
    ? { readonly type: 'number'; readonly min: number; readonly max: number }
    : Made extends TextTerm<infer Value>
      ? string extends Value
        ? { readonly type: 'text' }
        : { readonly type: 'category'; readonly values: readonly Value[] }
      : Made extends Term
        ? { readonly type: Extract<Made['type'], 'boolean' | 'date' | 'timestamp'> }
        : never;
