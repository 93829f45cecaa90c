/** How private an exact count is against an adversary who knows only the distribution, with and without a sample. */
import { checkEpsilon, type PropertyQuery } from './property-query.ts';
import { type Sampling, sampled } from './sampling.ts';
import type { PrivacyCurve } from './templates/template.ts';

export interface PropertyDelta {
  /** Of the count over all entries. */
  readonly unsampled: number;
  /** Of the sampled count, as the theorem promises it. */
  readonly bound: number;
  /** Of the sampled count, exactly; rounded up. */
  readonly exact: number;
}

/** The delta of an exact count, and whether sampling helps. */
export interface PropertyVerdict {
  readonly delta: PropertyDelta;
  /** Sampling makes the answer tell less. */
  readonly improves: boolean;
  /** The theorem alone shows that it does: inequality (1) of [BR25]. */
  readonly improvesByBound: boolean;
}

/** A function of epsilon for one query; tables are computed once. */
export function propertyDelta(query: PropertyQuery, sampling: Sampling): (epsilon: number) => PropertyVerdict {
  const { exact, bound } = sampled(query, sampling);
  const unsampled: PrivacyCurve = sampled(query, { kind: 'everything' }).exact;
  return epsilon => {
    checkEpsilon(epsilon);
    const delta = { unsampled: unsampled(epsilon), bound: bound(epsilon), exact: exact(epsilon) };
    return {
      delta,
      improves: delta.exact < delta.unsampled,
      improvesByBound: delta.bound < delta.unsampled,
    };
  };
}
