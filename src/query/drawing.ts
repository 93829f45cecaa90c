/** Samples of a table and parts of it: methods that each make tables of the same columns, with fewer people. */
import { byName, type PlanTable } from '../plan/index.ts';
import type { SampleScheme, SplitScheme, UnitOrder, WrittenSample } from '../plan/operators/index.ts';
import type { ColumnInput } from '../source/index.ts';
import { exactText } from '../source/values/index.ts';
import type { PrivacyLoss } from '../vocabulary/index.ts';
import type { NameOf, PublicKeyName } from './columns.ts';
import { partName } from './literal.ts';

/** `Self` is the table itself: what is drawn has the same columns. */
export interface SamplingVerbs<Shown, Self> {
  /** With a name the sample is drawn once and kept; without, it is drawn anew for every question. */
  sample(scheme: SchemeFor<Shown>, options?: SampleOptions): Self;
  /** The first people in the order of a column; those without a value come last. */
  take(size: number, order: OrderOptions<NameOf<Shown>>): Self;
  /** All but the first people. */
  skip(size: number, order: OrderOptions<NameOf<Shown>>): Self;
  /** Everybody draws a part; rates that sum to less than 1 leave some in none. */
  split<const Rates extends { readonly [part: string]: number }>(
    rates: Rates,
    options?: SplitOptions,
  ): { readonly [Part in keyof Rates]: Self };
  /** A table for each public value of a column. Who has no value is in `part(column, null)`. */
  partition<Name extends ListedName<Shown>>(by: Name): { readonly [Part in PartName<Shown[Name]>]: Self };
  /** The part of one value, or of none. */
  part<Name extends PublicKeyName<Shown>>(by: Name, value: PartValue<Shown[Name]> | null): Self;
  splitFixedSize(size: number, options?: SplitOptions): TwoParts<Self>;
  splitFraction(rate: number, options?: SplitOptions): TwoParts<Self>;
  splitTake(size: number, order: OrderOptions<NameOf<Shown>>): TwoParts<Self>;
}

export interface SampleOptions extends SplitOptions {
  /** Reserved for all questions on the sample, and charged at once: questions with a delta need it. */
  readonly cap?: PrivacyLoss;
}

export interface SplitOptions {
  /** Public, and the sample's for good. */
  readonly name?: string;
}

export interface OrderOptions<Name extends string> {
  readonly by: Name;
  readonly descending?: boolean;
}

export interface TwoParts<Self> {
  readonly first: Self;
  readonly rest: Self;
}

type SchemeFor<Shown> = WrittenSample<{ readonly [Name in PublicKeyName<Shown>]: PartName<Shown[Name]> }>;

/** Columns whose values can be named one by one. */
type ListedName<Shown> = {
  [Name in PublicKeyName<Shown>]: ColumnInput extends Shown[Name]
    ? Name
    : Shown[Name] extends { readonly type: 'category' | 'boolean' }
      ? Name
      : never;
}[PublicKeyName<Shown>];

/** What a part of a column's value is called. */
type PartName<Column> = ColumnInput extends Column
  ? string
  : Column extends { readonly type: 'category'; readonly values: readonly (infer Value extends string)[] }
    ? Value
    : Column extends { readonly type: 'boolean' }
      ? 'true' | 'false'
      : string;

type PartValue<Column> = ColumnInput extends Column
  ? string | number | bigint | boolean
  : Column extends { readonly type: 'category' }
    ? PartName<Column>
    : Column extends { readonly type: 'boolean' }
      ? boolean
      : number | bigint;

/** What the methods need of a table: its plan, its values, and how a derived table is made. */
interface Drawable<Self> {
  readonly input: PlanTable;
  /** Refuses a name that is no column. */
  readonly column: (name: string) => void;
  /** The public values of a column, by name. */
  readonly values: (name: string) => readonly string[];
  readonly next: (drawn: PlanTable, cap: PrivacyLoss | undefined) => Self;
}

/** The methods; the names that the types promise are those of the columns' values. */
export function drawingOf<Shown, Self>({ input, column, values, next }: Drawable<Self>): SamplingVerbs<Shown, Self> {
  const sample = (scheme: SampleScheme, { name = null, cap }: { name?: string | null; cap?: PrivacyLoss } = {}): Self =>
    next({ kind: 'sample', input, scheme, name }, cap);
  const parts = <Name extends string>(split: SplitScheme, names: readonly Name[], name: string | null = null) => {
    const tables = names.map(part => [part, next({ kind: 'part', input, split, part, name }, undefined)] as const);
    return Object.freeze(Object.fromEntries(tables)) as { readonly [Part in Name]: Self };
  };
  const order = (size: number, { by, descending = false }: OrderOptions<string>): UnitOrder => {
    column(by);
    return { by, descending, size };
  };
  const two = ['first', 'rest'] as const;
  const methods = {
    sample: (scheme: SampleScheme, options?: SampleOptions) => {
      if ('by' in scheme) column(scheme.by);
      return sample(scheme, options);
    },
    take: (size: number, by: OrderOptions<string>) => sample({ kind: 'take', ...order(size, by) }),
    skip: (size: number, by: OrderOptions<string>) => sample({ kind: 'skip', ...order(size, by) }),
    split: (rates: Readonly<Record<string, number>>, options: SplitOptions = {}) =>
      parts(
        { kind: 'random', parts: byName(rates, (name, rate) => ({ name, rate })) },
        Object.keys(rates),
        options.name,
      ),
    partition: (by: string) => parts({ kind: 'key', by }, values(by)),
    part: (by: string, value: string | number | bigint | boolean | null) => {
      column(by);
      const part = value === null ? null : partName(value);
      return next({ kind: 'part', input, split: { kind: 'key', by }, part, name: null }, undefined);
    },
    splitFixedSize: (size: number, options: SplitOptions = {}) =>
      parts({ kind: 'fixed-size', size }, two, options.name),
    splitFraction: (rate: number, options: SplitOptions = {}) =>
      parts({ kind: 'fraction', rate: exactText(rate) }, two, options.name),
    splitTake: (size: number, by: OrderOptions<string>) => parts({ kind: 'take-skip', ...order(size, by) }, two),
  };
  return methods as unknown as SamplingVerbs<Shown, Self>;
}
