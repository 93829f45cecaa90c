/** A sample of fixed size, every subset equally likely; the size is public. */
import { down, up } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { checkSize, type PropertyQuery } from '../property-query.ts';
import { type ShiftedBinomial, shiftedBinomialDelta, shiftedBinomialOutcomes } from '../shifted-binomial.ts';
import { unsampledDelta } from './everything.ts';
import { innerEpsilon, type Template } from './template.ts';

export interface SamplingWithoutReplacement {
  readonly kind: 'without-replacement';
  readonly size: number;
}

/**
 * The count in a subset, seen from the critical entry.
 *   Says     with chance m/n the critical entry is among the m and decides; otherwise its place is another entry's, which
 *            has the property with probability q: (1−m/n)·Bin(m, q) + (m/n)·(1+Bin(m−1, q)), or + (m/n)·Bin(m−1, q)
 *   Assumes  every subset of m is equally likely, drawn in secret
 *   Rounds   towards the pair that reveals more
 *   Source   derived: Bin(m, q) is 1+Bin(m−1, q) with chance q and Bin(m−1, q) otherwise
 */
export const subsetCount = ({ entries, probability }: PropertyQuery, size: number): ShiftedBinomial => {
  const other = down.div(entries - size, entries);
  return {
    trials: size - 1,
    probability,
    decisive: up.div(size, entries),
    raised: down.mul(other, probability),
    kept: down.mul(other, down.sub(1, probability)),
  };
};

/**
 * Amplification by sampling without replacement.
 *   Says     δ(ε) = (m/n)·Φ_m(ln(1 + (n/m)(e^ε−1))), Φ_m the privacy curve of m entries
 *   Assumes  independent, identically distributed entries
 *   Rounds   up
 *   Source   [BR25] Corollary 1
 */
export function subsetBound({ entries, probability }: PropertyQuery, size: number, epsilon: number): number {
  const rate = up.div(size, entries);
  return up.mul(rate, unsampledDelta({ entries: size, probability }, innerEpsilon(epsilon, rate)));
}

export const withoutReplacement: Template<SamplingWithoutReplacement> = {
  check({ size }, { entries }) {
    checkSize('sampled entries', size);
    if (!(size <= entries))
      refuse(
        'value_out_of_range',
        `A sample without replacement can have at most ${entries} entries; ${size} were requested.`,
      );
  },
  exact:
    ({ size }, query) =>
    epsilon =>
      shiftedBinomialDelta(subsetCount(query, size), epsilon),
  bound:
    ({ size }, query) =>
    epsilon =>
      subsetBound(query, size, epsilon),
  outcomes: ({ size }, query) => shiftedBinomialOutcomes(subsetCount(query, size)),
};
