/** No sampling: the count over all entries. */

import type { PropertyQuery } from '../property-query.ts';
import { type ShiftedBinomial, shiftedBinomialDelta, shiftedBinomialOutcomes } from '../shifted-binomial.ts';
import type { Template } from './template.ts';

export interface Everything {
  readonly kind: 'everything';
}

/**
 * What an exact count tells about one entry.
 *   Says     Φ(ε) = the larger hockey stick, at e^ε, of 1+Bin(n−1, q) and Bin(n−1, q)
 *   Assumes  the adversary knows q and nothing else; entries are independent; one question is asked
 *   Rounds   up
 *   Source   [BR25] Definition 5
 */
export const unsampledDelta = (query: PropertyQuery, epsilon: number): number =>
  shiftedBinomialDelta(whole(query), epsilon);

const whole = ({ entries, probability }: PropertyQuery): ShiftedBinomial => ({
  trials: entries - 1,
  probability,
  decisive: 1,
  raised: 0,
  kept: 0,
});

export const everything: Template<Everything> = {
  check() {},
  exact: (_, query) => epsilon => unsampledDelta(query, epsilon),
  bound: (_, query) => epsilon => unsampledDelta(query, epsilon),
  outcomes: (_, query) => shiftedBinomialOutcomes(whole(query)),
};
