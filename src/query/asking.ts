/** From a table to a question: the aggregates as methods, each under its own name or several under names of choice. */
import { type Aggregate, aggregateOf, type ValueType } from '../plan/index.ts';
import * as make from './aggregate.ts';
import type { BoundedName, OrderedName } from './columns.ts';
import type { TypedQuestion } from './question.ts';
import { columnOf, type Scope } from './scope.ts';
import type { NumberTerm } from './term.ts';

export type Requests<Shown> = { readonly [name: string]: make.AggregateRequest<BoundedName<Shown>> };

/** What an answer shows of requests. Histograms and bounds are several numbers, and cannot be compared or ordered by. */
type ResultsOf<Asked> = {
  readonly [Name in keyof Asked as Asked[Name] extends { readonly kind: 'histogram' | 'bounds' }
    ? never
    : Name]: NumberTerm;
};

type One<Shown, Name extends string, Verbs> = TypedQuestion<Shown, { readonly [N in Name]: NumberTerm }, Verbs>;

export interface Aggregates<Shown, Verbs> {
  aggregate<const Asked extends Requests<Shown>>(requests: Asked): TypedQuestion<Shown, ResultsOf<Asked>, Verbs>;
  count(): One<Shown, 'count', Verbs>;
  units(): One<Shown, 'units', Verbs>;
  sum<Name extends BoundedName<Shown>>(of: Name): One<Shown, `sum_${Name}`, Verbs>;
  mean<Name extends BoundedName<Shown>>(of: Name): One<Shown, `mean_${Name}`, Verbs>;
  variance<Name extends BoundedName<Shown>>(of: Name): One<Shown, `variance_${Name}`, Verbs>;
  standardDeviation<Name extends BoundedName<Shown>>(of: Name): One<Shown, `standard_deviation_${Name}`, Verbs>;
  covariance<Name extends BoundedName<Shown>, Other extends BoundedName<Shown>>(
    of: Name,
    other: Other,
  ): One<Shown, `covariance_${Name}_${Other}`, Verbs>;
  histogram<Name extends BoundedName<Shown>>(
    of: Name,
    edges: readonly (number | bigint)[],
  ): TypedQuestion<Shown, unknown, Verbs>;
  bounds<Name extends OrderedName<Shown>>(of: Name): TypedQuestion<Shown, unknown, Verbs>;
  median<Name extends BoundedName<Shown>>(of: Name): One<Shown, `median_${Name}`, Verbs>;
  quantile<Name extends BoundedName<Shown>, Rank extends number>(
    of: Name,
    rank: Rank,
  ): One<Shown, `quantile_${Name}_${Rank}`, Verbs>;
  min<Name extends BoundedName<Shown>>(of: Name): One<Shown, `min_${Name}`, Verbs>;
  max<Name extends BoundedName<Shown>>(of: Name): One<Shown, `max_${Name}`, Verbs>;
}

type Ask = (aggregates: readonly Aggregate[]) => unknown;

/** The methods, given how a question is made of named aggregates. */
export function aggregatesOf<Shown, Verbs>(columns: Scope, ask: Ask): Aggregates<Shown, Verbs> {
  const unnamed = (request: make.AggregateRequest): make.Unnamed => {
    const column = (name: string) => columnOf(columns, name).expression;
    if (!('of' in request)) return request;
    if ('with' in request) return { ...request, of: column(request.of), with: column(request.with) };
    return { ...request, of: column(request.of) };
  };
  const one = (request: make.AggregateRequest) => {
    const aggregate = unnamed(request);
    return ask([{ ...aggregate, name: make.nameOf(aggregate) }]);
  };
  const methods = {
    aggregate: (requests: Readonly<Record<string, make.AggregateRequest>>) =>
      ask(Object.entries(requests).map(([name, request]) => ({ ...unnamed(request), name }))),
    count: () => one(make.count()),
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
  return methods as Aggregates<Shown, Verbs>;
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
