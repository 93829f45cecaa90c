/** Bounds of a column as they are released: every range of values gets its noise, and the noisy numbers decide alone. */

import { FALSE_RANGE, foundBounds } from '../plan/estimates/index.ts';
import type { ValueCount } from '../plan/expressions/index.ts';
import { type CheckedAggregate, type ReleasedScalar, releasedScalar } from '../plan/index.ts';
import type { GroupStatistics } from './group-statistics.ts';

/** Where most values lie, in powers of two of the column's step or in years; null where no range stands out from its noise. */
export interface ReleasedBounds {
  /** Of dates and timestamps it is one, as text. */
  readonly min: number | string | null;
  readonly max: number | string | null;
  /** Ranges of values with fewer rows are taken for noise, and may lie outside. */
  readonly threshold: number;
  readonly reason?: 'too_few';
}

type Bounds = Extract<CheckedAggregate, { readonly kind: 'bounds' }>;

/** `reach` is how far noise goes upwards with at most a probability, in rows. */
export function releasedBounds(
  { uses: [statistic], ranges, values }: Bounds,
  tallies: readonly ValueCount[],
  chances: GroupStatistics,
  reach: (probability: number) => number,
): ReleasedBounds {
  const rows = new Map(tallies.map(tally => [tally.value, tally.rows]));
  const found = foundBounds(ranges, (range, probability) =>
    // a half width is of both directions, and 1 - 0.05/n of a statement
    chances.release(statistic, rows.get(BigInt(range)) ?? 0n, 0.05 / (2 * probability), range),
  );
  const threshold = Math.floor(reach(FALSE_RANGE.anywhere / ranges.length)) + 1;
  if (found === undefined) return { min: null, max: null, threshold, reason: 'too_few' };
  const shown = (steps: bigint) => releasedScalar(steps, values) as Exclude<ReleasedScalar, boolean>;
  return { min: shown(found.low), max: shown(found.high), threshold };
}
