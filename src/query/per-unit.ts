/** One row per unit: which aggregates there are of a unit's rows, what they are called in a plan, and their types. */
import type { ValueType } from '../plan/expressions/index.ts';
import type { PlanTable, UnitAggregate } from '../plan/index.ts';
import { exactText } from '../source/values/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Unnamed } from './aggregate.ts';
import { unnamedOf } from './asking.ts';
import type { NameOf, NumericName, OrderedName } from './columns.ts';
import { columnOf, extend, narrowed, type Scope } from './scope.ts';

/** What can be said of a unit's rows: `count()`, `count('x')`, `sum('x')`, `mean('x')`, `min('x')` and `max('x')`. */
export type UnitRequest<Shown> =
  | { readonly kind: 'count' }
  | { readonly kind: 'countValues'; readonly of: NameOf<Shown> }
  | { readonly kind: 'sum' | 'mean'; readonly of: NumericName<Shown> }
  | { readonly kind: 'quantile'; readonly of: OrderedName<Shown>; readonly rank: '0' | '1' };

export type UnitRequests<Shown> = { readonly [name: string]: UnitRequest<Shown> };

/** What is kept of a unit besides, and between which numbers its own are clamped. */
export interface UnitOptions<Shown, Name extends NameOf<Shown>, Number extends string> {
  /** Columns that are constant in a unit. */
  readonly keep?: readonly Name[];
  /** By name; what is not clamped here is clamped to what rowsPerUnit rows could add up to. */
  readonly clamp?: { readonly [N in Number]?: readonly [low: number | bigint, high: number | bigint] };
}

/** The columns that the compiler knows afterwards. */
export type UnitColumns<Shown, Asked, Kept extends NameOf<Shown>> = Pick<Shown, Kept> & {
  readonly [Name in keyof Asked]: UnitColumn<Shown, Asked[Name]>;
};

type UnitColumn<Shown, Request> = Request extends {
  readonly kind: 'quantile';
  readonly of: infer Of extends keyof Shown;
}
  ? Shown[Of]
  : Request extends { readonly kind: 'mean' }
    ? Bounded<'number'>
    : Request extends { readonly kind: 'sum'; readonly of: infer Of extends keyof Shown }
      ? Shown[Of] extends { readonly type: 'integer' }
        ? Bounded<'integer'>
        : Bounded<'number'>
      : Bounded<'integer'>;

interface Bounded<Type> {
  readonly type: Type;
  readonly min: number;
  readonly max: number;
}

type OmitName<Kind> = Kind extends UnitAggregate ? Omit<Kind, 'name'> : never;

/** An aggregate of a unit's rows that has no name yet. */
export type UnnamedOfUnit = OmitName<UnitAggregate>;

/** The least and the greatest are written as quantiles of rank 0 and 1. */
const EXTREMES: Readonly<Record<string, 'min' | 'max'>> = { '0': 'min', '1': 'max' };

/** Of the aggregates that can be asked of groups those that a person can have, exactly. */
export function unitAggregateOf(asked: Unnamed): UnnamedOfUnit {
  switch (asked.kind) {
    case 'count':
      return { kind: 'count', clamp: null };
    case 'countValues':
    case 'sum':
    case 'mean':
      return { kind: asked.kind, clamp: null, of: asked.of };
    case 'quantile': {
      const kind = EXTREMES[asked.rank];
      if (kind !== undefined) return { kind, clamp: null, of: asked.of };
    }
  }
  return refuse('sql_unsupported', 'Of the rows of one person there are count, sum, avg (mean), min and max.');
}

/** The type of the number: a mean of whole numbers has thousandths, the last of some dates is a date. */
export const unitType = (kind: UnitAggregate['kind'], of: ValueType | undefined): ValueType =>
  kind === 'count' || kind === 'countValues' ? 'integer' : kind === 'mean' || of === undefined ? 'number' : of;

/** The table of units, and the columns that it shows. */
export function unitsOf(
  input: PlanTable,
  columns: Scope,
  requests: UnitRequests<Record<string, never>>,
  { keep = [], clamp = {} }: UnitOptions<Record<string, never>, string, string>,
): { readonly step: PlanTable; readonly scope: Scope } {
  for (const name of keep) columnOf(columns, name);
  for (const name of Object.keys(clamp))
    if (!Object.hasOwn(requests, name)) refuse('unknown_column', `There is no ${JSON.stringify(name)} to clamp here.`);
  const made = Object.entries(requests).map(([name, request]) => {
    const unnamed = unitAggregateOf(unnamedOf(request, columns));
    const bounds = clamp[name];
    const ends = bounds === undefined ? null : { low: exactText(bounds[0]), high: exactText(bounds[1]) };
    return { ...unnamed, name, clamp: ends };
  });
  const types = made.map(aggregate => {
    const of = 'of' in aggregate && aggregate.of.kind === 'column' ? columns.get(aggregate.of.name) : undefined;
    return [aggregate.name, unitType(aggregate.kind, of)] as const;
  });
  return {
    step: { kind: 'perUnit', input, columns: keep, aggregates: made },
    scope: extend(narrowed(columns, keep), types),
  };
}
