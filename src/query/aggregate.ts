/** The numbers that can be asked of every group, how they are written, and what an answer calls them. */

import type { ValueType } from '../plan/expressions/index.ts';
import type { Aggregate } from '../plan/index.ts';
import { aggregateOf } from '../plan/operators/index.ts';
import { exactText } from '../source/values/index.ts';

type OmitName<Kind> = Kind extends Aggregate ? Omit<Kind, 'name'> : never;

/** An aggregate that has no name yet. */
export type Unnamed = OmitName<Aggregate>;

/** An aggregate of columns by name: what the compiler can hold against the columns that there are. */
export type AggregateRequest<Numeric extends string = string> =
  | { readonly kind: 'count' | 'units' }
  | { readonly kind: 'countValues' | 'countDistinct'; readonly of: string }
  | { readonly kind: 'sum' | 'mean' | 'variance' | 'standardDeviation'; readonly of: Numeric }
  | { readonly kind: 'covariance'; readonly of: Numeric; readonly with: Numeric }
  | { readonly kind: 'histogram'; readonly of: Numeric; readonly edges: readonly string[] }
  | { readonly kind: 'bounds'; readonly of: string }
  | { readonly kind: 'quantile'; readonly of: Numeric; readonly rank: string };

/** The number of rows, or of those that have a value in a column. */
export function count(): { readonly kind: 'count' };
export function count<Name extends string>(of: Name): { readonly kind: 'countValues'; readonly of: Name };
export function count(of?: string) {
  return of === undefined ? { kind: 'count' } : { kind: 'countValues', of };
}
/** How many different values a column has, at most k of one person. */
export const countDistinct = <Name extends string>(of: Name) => ({ kind: 'countDistinct', of }) as const;
/** The number of people, however many rows each has. */
export const units = () => ({ kind: 'units' }) as const;
/** The sum of a column. */
export const sum = <Name extends string>(of: Name) => ({ kind: 'sum', of }) as const;
/** The mean of a column. */
export const mean = <Name extends string>(of: Name) => ({ kind: 'mean', of }) as const;
/** The variance of a column, with n - 1. */
export const variance = <Name extends string>(of: Name) => ({ kind: 'variance', of }) as const;
/** The square root of the variance. */
export const standardDeviation = <Name extends string>(of: Name) => ({ kind: 'standardDeviation', of }) as const;
/** The covariance of two columns, with n - 1. */
export const covariance = <Name extends string>(of: Name, other: Name) =>
  ({ kind: 'covariance', of, with: other }) as const;
/** Counts between neighbouring edges, which are public and increasing. */
export const histogram = <Name extends string>(of: Name, edges: readonly (number | bigint)[]) =>
  ({ kind: 'histogram', of, edges: edges.map(exactText) }) as const;
/** Bounds for the policy, found with noise; the column needs none yet. */
export const bounds = <Name extends string>(of: Name) => ({ kind: 'bounds', of }) as const;
/** Rank runs from 0, the smallest, to 1, the largest. */
export const quantile = <Name extends string>(of: Name, rank: number) =>
  ({ kind: 'quantile', of, rank: exactText(rank) }) as const;
/** The value of the middle rank. */
export const median = <Name extends string>(of: Name) => quantile(of, 0.5);
/** A lower bound, by rank; a low quantile is often more informative. */
export const min = <Name extends string>(of: Name) => ({ kind: 'quantile', of, rank: '0' }) as const;
/** An upper bound, by rank; a high quantile is often more informative. */
export const max = <Name extends string>(of: Name) => ({ kind: 'quantile', of, rank: '1' }) as const;

/** `sum_cost`; without a column only `sum`. */
export function nameOf(aggregate: Unnamed): string {
  const columns = [
    ...('of' in aggregate ? [aggregate.of] : []),
    ...('with' in aggregate ? [aggregate.with] : []),
  ].flatMap(of => (of.kind === 'column' ? [of.name] : []));
  const [before, ...after] = aggregateOf(aggregate).called(
    aggregate as Parameters<ReturnType<typeof aggregateOf>['called']>[0],
  );
  return [before, ...columns, ...after].join('_');
}

/** The released type of an aggregate of values of this type: a quantile of dates is a date. */
export const resultType = (aggregate: Pick<Unnamed, 'kind'>, of: ValueType | undefined): ValueType =>
  aggregateOf(aggregate).tells === 'value' && (of === 'date' || of === 'timestamp') ? of : 'number';
