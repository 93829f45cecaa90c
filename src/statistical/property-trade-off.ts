/** The trade-off function of a count, sampled or not. */
import { refuse } from '../vocabulary/index.ts';
import type { PropertyQuery } from './property-query.ts';
import { type Sampling, sampled } from './sampling.ts';
import { type TradeOff, tradeOffOf } from './trade-off.ts';

/** Pairs of a size and a count that are listed in about a second: a public size makes many. */
const OUTCOMES_MAX = 2e6;

/** The lowest false negative rate of the best attacker at each false positive rate. */
export function propertyTradeOff(query: PropertyQuery, sampling: Sampling): TradeOff {
  const { outcomes } = sampled(query, sampling);
  if (!(listed(query, sampling) <= OUTCOMES_MAX))
    refuse(
      'value_out_of_range',
      'This many entries have too many outcomes to list. Ask for delta, or use fewer entries.',
    );
  return tradeOffOf(outcomes());
}

/** About as many outcomes as lie within fourteen standard deviations. */
function listed({ entries, probability }: PropertyQuery, sampling: Sampling): number {
  const within = (trials: number, chance: number): number =>
    Math.min(trials, 28 * Math.sqrt(trials * chance * (1 - chance))) + 1;
  if (sampling.kind !== 'poisson' || !sampling.sizePublic) return within(entries, probability);
  return within(entries, sampling.rate) * within(Math.ceil(entries * sampling.rate), probability);
}
