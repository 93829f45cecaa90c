/** How private an exact sum is against an adversary who knows only the distribution, with and without a sample. */
import { checkEpsilon } from '../property-query.ts';
import { checkSampling, type Sampling } from '../sampling.ts';
import { modelOf, type SumQuery } from './sum-query.ts';
import { sumTemplate } from './sum-templates.ts';
import { type DeltaBracket, worstValues } from './worst-values.ts';

/** The delta of an exact sum, and whether sampling helps. */
export interface SumVerdict {
  readonly delta: {
    /** Of the sum over all entries; known from both sides. */
    readonly unsampled: DeltaBracket;
    /** Of the sampled sum, as the theorem promises it; rounded up. */
    readonly bound: number;
    /** Of the sampled sum, whatever the theorem; known from both sides. */
    readonly exact: DeltaBracket;
  };
  /** Whether sampling makes the answer tell less; null where both deltas are too close to tell, or too small. */
  readonly improves: boolean | null;
  /** The theorem alone shows that it does: inequality (1) of [BR25]. */
  readonly improvesByBound: boolean;
}

/** A function of epsilon for one query; tables are computed once. */
export function sumDelta(query: SumQuery, sampling: Sampling): (epsilon: number) => SumVerdict {
  const model = modelOf(query);
  const { entries } = query;
  checkSampling(sampling, entries);
  const everything = { kind: 'everything' } as const;
  const whole = sumTemplate(everything).worlds(model, entries, everything);
  const unsampledAt = (epsilon: number): DeltaBracket => {
    checkEpsilon(epsilon);
    return worstValues(whole, epsilon);
  };
  if (sampling.kind === 'everything')
    return epsilon => {
      const unsampled = unsampledAt(epsilon);
      return {
        delta: { unsampled, bound: unsampled.upper, exact: unsampled },
        improves: false,
        improvesByBound: false,
      };
    };
  const template = sumTemplate(sampling);
  const worlds = template.worlds(model, entries, sampling);
  const bound = template.bound(model, entries, sampling);
  return epsilon => {
    const unsampled = unsampledAt(epsilon);
    const promised = Math.min(1, bound(epsilon));
    const { lower, upper } = worstValues(worlds, epsilon);
    // what a theorem promises holds too; that on draws with replacement rests on a condition that fails
    const exact = { lower, upper: sampling.kind === 'with-replacement' ? upper : Math.min(upper, promised) };
    return {
      delta: { unsampled, exact, bound: promised },
      improves: exact.upper < unsampled.lower ? true : exact.lower >= unsampled.upper ? false : null,
      improvesByBound: promised < unsampled.lower,
    };
  };
}
