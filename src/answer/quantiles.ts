/** Quantiles as they are released: drawn alone, or together with others of the same column, and how far they may be off. */
import {
  drawQuantile,
  drawQuantiles,
  jointRankError,
  type QuantilesRequest,
  quantileIn,
  rankError,
} from '../noise/index.ts';
import type { PricedMechanism } from '../plan/costs/index.ts';
import type { ValueCount } from '../plan/expressions/index.ts';
import { type CheckedAggregate, type CheckedPlan, releasedScalar } from '../plan/index.ts';
import type { Below } from '../random/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { type GroupStatistics, rankErrorOf } from './group-statistics.ts';

/**
 * A quantile's error is known in ranks, not in values: so many rows may lie between it and the true one. Null where that is
 * not known, because a sample alone does not tell how many rows there are. A count in the same question does, where it can be
 * asked.
 */
export interface QuantileEstimate {
  /** Of dates and timestamps it is one, as text. */
  readonly estimate: number | string;
  readonly standardError: null;
  readonly interval95: null;
  readonly rankError95: number | null;
}

type Quantile = Extract<CheckedAggregate, { readonly kind: 'quantile' }>;

/** Draws a quantile of one group. */
export type DrawQuantile = (
  aggregate: Quantile,
  tallies: readonly ValueCount[],
  chances: GroupStatistics,
) => QuantileEstimate;

/** For one group after the other: those that are drawn together are drawn when the first of them is told. */
export function quantileDraws(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  below: Below,
): () => DrawQuantile {
  const requests = new Map<number, QuantilesRequest>();
  const requestOf = (statistic: number): QuantilesRequest => {
    const request = requests.get(statistic) ?? jointRequest(checked, mechanisms, statistic);
    requests.set(statistic, request);
    return request;
  };
  return () => drawsOfGroup(checked, mechanisms, below, requestOf);
}

function drawsOfGroup(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  below: Below,
  requestOf: (statistic: number) => QuantilesRequest,
): DrawQuantile {
  const drawn = new Map<number, ReadonlyMap<string, bigint>>();
  return ({ mechanism: place, rank, domain }, tallies, chances) => {
    const priced = mechanisms[place];
    const { value, missed } = priced.mechanism.kind === 'quantiles' ? together(priced) : alone(priced);
    const estimate = releasedScalar(value, domain);
    invariant(typeof estimate === 'number' || typeof estimate === 'string', 'a quantile is a number or a moment');
    return { estimate, standardError: null, interval95: null, rankError95: rankErrorOf(chances, rank, missed) };

    function together({ mechanism: { statistic } }: PricedMechanism) {
      const request = requestOf(statistic);
      const all = drawn.get(statistic) ?? drawQuantiles(below, tallies, request);
      drawn.set(statistic, all);
      return {
        value: quantileIn(all, rank),
        missed: (probability: number) => jointRankError(request, rank, probability),
      };
    }

    function alone(one: PricedMechanism) {
      const request = { ...valuesOf(checked, one), rank, epsilon: one.share.epsilon };
      return {
        value: drawQuantile(below, tallies, request),
        missed: (probability: number) => rankError(request, probability),
      };
    }
  };
}

function valuesOf(checked: CheckedPlan, { mechanism, sensitivity }: PricedMechanism) {
  const statistic = checked.statistics[mechanism.statistic];
  invariant('drawing' in mechanism && 'low' in statistic, 'a quantile is drawn from values with public bounds');
  const { low, high, resolution } = statistic;
  return { low, high, resolution, sensitivity, drawing: mechanism.drawing };
}

function jointRequest(
  checked: CheckedPlan,
  mechanisms: readonly PricedMechanism[],
  statistic: number,
): QuantilesRequest {
  const levels = mechanisms.filter(
    ({ mechanism }) => mechanism.kind === 'quantiles' && mechanism.statistic === statistic,
  );
  return {
    ...valuesOf(checked, levels[0]),
    levels: levels.map(({ mechanism, share }) => ({
      epsilon: share.epsilon,
      draws: mechanism.kind === 'quantiles' ? mechanism.draws : [],
    })),
  };
}
