/** From a table to a question: the aggregates as methods, each under its own name or several under names of choice. */

import type { ValueType } from '../plan/expressions/index.ts';
import type { Aggregate } from '../plan/index.ts';
import { aggregateOf } from '../plan/operators/index.ts';
import * as make from './aggregate.ts';
import type { BoundedName, NameOf, OrderedName } from './columns.ts';
import type { TypedQuestion, ValueKind, VerbsFor } from './question.ts';
import { columnOf, type Scope } from './scope.ts';

export type Requests<Shown> = { readonly [name: string]: make.AggregateRequest<BoundedName<Shown>> };

/** An answer that tells these values, all of them, and is not grouped. */
interface Tells<Values> {
  readonly keys: unknown;
  readonly values: Values;
  readonly shown: Values;
}

type KindOf<Request> = Request extends { readonly kind: 'histogram' }
  ? 'bins'
  : Request extends { readonly kind: infer Kind extends 'quantile' | 'bounds' }
    ? Kind
    : 'estimate';

type KindsOf<Asked> = { readonly [Name in keyof Asked]: KindOf<Asked[Name]> };

type One<Shown, Name extends string, For extends VerbsFor, Kind extends ValueKind = 'estimate'> = TypedQuestion<
  Shown,
  Tells<{ readonly [N in Name]: Kind }>,
  For
>;

export interface Aggregates<Shown, For extends VerbsFor> {
  aggregate<const Asked extends Requests<Shown>>(requests: Asked): TypedQuestion<Shown, Tells<KindsOf<Asked>>, For>;
  count(): One<Shown, 'count', For>;
  count<Name extends NameOf<Shown>>(of: Name): One<Shown, `count_${Name}`, For>;
  countDistinct<Name extends NameOf<Shown>>(of: Name): One<Shown, `distinct_${Name}`, For>;
  units(): One<Shown, 'units', For>;
  sum<Name extends BoundedName<Shown>>(of: Name): One<Shown, `sum_${Name}`, For>;
  mean<Name extends BoundedName<Shown>>(of: Name): One<Shown, `mean_${Name}`, For>;
  variance<Name extends BoundedName<Shown>>(of: Name): One<Shown, `variance_${Name}`, For>;
  standardDeviation<Name extends BoundedName<Shown>>(of: Name): One<Shown, `standard_deviation_${Name}`, For>;
  covariance<Name extends BoundedName<Shown>, Other extends BoundedName<Shown>>(
    of: Name,
    other: Other,
  ): One<Shown, `covariance_${Name}_${Other}`, For>;
  histogram<Name extends BoundedName<Shown>>(
    of: Name,
    edges: readonly (number | bigint)[],
  ): One<Shown, `histogram_${Name}`, For, 'bins'>;
  bounds<Name extends OrderedName<Shown>>(of: Name): One<Shown, `bounds_${Name}`, For, 'bounds'>;
  median<Name extends BoundedName<Shown>>(of: Name): One<Shown, `median_${Name}`, For, 'quantile'>;
  quantile<Name extends BoundedName<Shown>, Rank extends number>(
    of: Name,
    rank: Rank,
  ): One<Shown, `quantile_${Name}_${Rank}`, For, 'quantile'>;
  min<Name extends BoundedName<Shown>>(of: Name): One<Shown, `min_${Name}`, For, 'quantile'>;
  max<Name extends BoundedName<Shown>>(of: Name): One<Shown, `max_${Name}`, For, 'quantile'>;
}

type Ask = (aggregates: readonly Aggregate[]) => unknown;

/** The methods, given how a question is made of named aggregates. */
export function aggregatesOf<Shown, For extends VerbsFor>(columns: Scope, ask: Ask): Aggregates<Shown, For> {
  const unnamed = (request: make.AggregateRequest): make.Unnamed => unnamedOf(request, columns);
  const one = (request: make.AggregateRequest) => {
    const aggregate = unnamed(request);
    return ask([{ ...aggregate, name: make.nameOf(aggregate) }]);
  };
  const methods = {
    aggregate: (requests: Readonly<Record<string, make.AggregateRequest>>) =>
      ask(Object.entries(requests).map(([name, request]) => ({ ...unnamed(request), name }))),
    count: (of?: string) => one(of === undefined ? make.count() : make.count(of)),
    countDistinct: (of: string) => one(make.countDistinct(of)),
    units: () => one(make.units()),
    sum: (of: string) => one(make.sum(of)),
    mean: (of: string) => one(make.mean(of)),
    variance: (of: string) => one(make.variance(of)),
    standardDeviation: (of: string) => one(make.standardDeviation(of)),
    covariance: (of: string, other: string) => one(make.covariance(of, other)),
    histogram: (of: string, edges: readonly (number | bigint)[]) => one(make.histogram(of, edges)),
    bounds: (of: string) => one(make.bounds(of)),
    median: (of: string) => one(make.median(of)),
    quantile: (of: string, rank: number) => one(make.quantile(of, rank)),
    min: (of: string) => one(make.min(of)),
    max: (of: string) => one(make.max(of)),
  };
  // The names that the types promise are those of `nameOf`.
  return methods as Aggregates<Shown, For>;
}

/** With its columns as expressions. */
export function unnamedOf(request: make.AggregateRequest, columns: Scope): make.Unnamed {
  const column = (name: string) => columnOf(columns, name).expression;
  if (!('of' in request)) return request;
  if ('with' in request) return { ...request, of: column(request.of), with: column(request.with) };
  return { ...request, of: column(request.of) };
}

/** What an answer shows of these aggregates of columns. */
export const resultsOf = (
  aggregates: readonly Aggregate[],
  columns: Scope,
): readonly (readonly [string, ValueType])[] =>
  aggregates
    .filter(aggregate => aggregateOf(aggregate).tells !== 'several')
    .map(aggregate => {
      const type = 'of' in aggregate && aggregate.of.kind === 'column' ? columns.get(aggregate.of.name) : undefined;
      return [aggregate.name, make.resultType(aggregate, type)] as const;
    });
