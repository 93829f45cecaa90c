/** All aggregates by name: a line here and a file beside it are all that a new one needs. */
import { invariant } from '../../../vocabulary/index.ts';
import type { CheckedAggregate } from '../../checked-plan.ts';
import type { Estimate, Noisy, Withheld } from '../../estimates/noisy.ts';
import type { Aggregate } from '../../plan.ts';
import { bounds } from './bounds.ts';
import { count, units } from './count.ts';
import { countDistinct } from './count-distinct.ts';
import { countValues } from './count-values.ts';
import { covariance } from './covariance.ts';
import { histogram } from './histogram.ts';
import { mean } from './mean.ts';
import { quantile } from './quantile.ts';
import type { AggregateOperator } from './question.ts';
import { sum } from './sum.ts';
import { standardDeviation, variance } from './variance.ts';

export const aggregates: { readonly [Kind in Aggregate['kind']]: AggregateOperator<Kind> } = {
  count,
  units,
  countValues,
  countDistinct,
  sum,
  mean,
  variance,
  standardDeviation,
  covariance,
  histogram,
  bounds,
  quantile,
};

/** What is known of any of them: the compiler cannot follow a kind and its operator through a lookup. */
export const aggregateOf = ({ kind }: Pick<Aggregate, 'kind'>): AggregateOperator<Aggregate['kind']> =>
  aggregates[kind] as unknown as AggregateOperator<Aggregate['kind']>;

/** Those that are one number with its error: neither several numbers nor a value that is drawn. */
export type EstimatedAggregate = Exclude<
  CheckedAggregate,
  { readonly edges: unknown } | { readonly ranges: unknown } | { readonly mechanism: unknown }
>;

/**
 * `noisy` are the statistics that the aggregate uses, in its order, and `moments` those that were bought for its
 * interval, which misses with the last probability: that of the statistics' half widths over how many statements it makes of them.
 */
export function estimate(
  aggregate: EstimatedAggregate,
  noisy: readonly Noisy[],
  moments: readonly Noisy[] = [],
  missed = 0.05,
): Estimate | Withheld {
  const told = aggregateOf(aggregate).estimate;
  invariant(told !== undefined, 'an aggregate that is one number says which');
  invariant(noisy.length === aggregate.uses.length, 'every statistic of an aggregate has its noisy value');
  return told(aggregate, noisy, moments, missed);
}
