/**
 * What the compiler knows of a policy: its tables, their columns, and what may be done with each.
 * For a policy that is only known as `PolicyInput` every name is a `string`, and checking is left to the plan.
 */
import type { ColumnInput, PolicyInput, TableInput } from './policy-input.ts';

export type TableName<P extends PolicyInput> = keyof P['tables'] & string;

/** Tables of people: the ones that questions begin at. */
export type ProtectedTableName<P extends PolicyInput> = {
  [T in TableName<P>]: P['tables'][T] extends { readonly public: true } ? never : T;
}[TableName<P>];

/** Tables that may be joined. */
export type PublicTableName<P extends PolicyInput> = {
  [T in TableName<P>]: P['tables'][T] extends { readonly public: true }
    ? T
    : TableInput extends P['tables'][T]
      ? T
      : never;
}[TableName<P>];

export type ColumnsOf<P extends PolicyInput, T extends TableName<P>> = P['tables'][T]['columns'];

export type ColumnName<P extends PolicyInput, T extends TableName<P>> = keyof ColumnsOf<P, T> & string;

export type ColumnKind<P extends PolicyInput, T extends TableName<P>, C extends ColumnName<P, T>> = KindOf<
  ColumnsOf<P, T>[C]
>;

/** The names among `Columns` whose column fits `Wanted`. */
export type ColumnsLike<Columns, Wanted> = {
  [C in keyof Columns]: Columns[C] extends Wanted ? C : ColumnInput extends Columns[C] ? C : never;
}[keyof Columns] &
  string;

export type NumericColumnName<P extends PolicyInput, T extends TableName<P>> = ColumnsLike<
  ColumnsOf<P, T>,
  { readonly type: 'integer' | 'number' }
>;

/** Numbers with public bounds: what can be added up. */
export type BoundedColumnName<P extends PolicyInput, T extends TableName<P>> = ColumnsLike<
  ColumnsOf<P, T>,
  { readonly type: 'integer' | 'number'; readonly min: number; readonly max: number }
>;

export type CategoryColumnName<P extends PolicyInput, T extends TableName<P>> = ColumnsLike<
  ColumnsOf<P, T>,
  { readonly type: 'category' }
>;

/** What a value of a column is in TypeScript: the listed values of a category, ISO text for dates and timestamps. */
export type ValueOf<Column> = Column extends { readonly type: 'category'; readonly values: readonly (infer Value)[] }
  ? Value
  : Column extends { readonly type: 'integer' | 'number' }
    ? number
    : Column extends { readonly type: 'boolean' }
      ? boolean
      : string;

type KindOf<Column> = Column extends { readonly type: infer Kind } ? Kind : never;
