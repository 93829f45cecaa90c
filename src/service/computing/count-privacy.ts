/** What an exact count tells about one entry: along epsilon, and as a trade-off. */
import { othersOf, type PropertyQuery, propertyDelta, type Sampling, tradeOffRows } from '../../statistical/index.ts';

export interface CountAsked extends PropertyQuery {
  readonly sampling: Sampling;
  readonly epsilons: readonly number[];
  readonly falsePositiveRates: readonly number[];
}

export function countPrivacyOf({ sampling, epsilons, falsePositiveRates, ...query }: CountAsked) {
  const at = propertyDelta(query, sampling);
  return {
    curve: epsilons.map(epsilon => ({ epsilon, delta: at(epsilon).delta })),
    tradeOff: tradeOffRows(query, sampling, falsePositiveRates),
    others: othersOf(query),
    composes: false as const,
  };
}
