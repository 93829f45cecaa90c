/** Groups that are not listed in advance: which count decides whether one is shown, and how a unit can be spread over them. */
import type { CheckedGrouping, UnitSpread } from '../../checked-plan.ts';
import type { Aggregate } from '../../plan.ts';
import type { RowBounds } from '../sensitivity.ts';
import type { MeanRule } from './joint-means.ts';

/** What private groups are shown by, whole ones, and the count that it is the answer to. */
export interface Selecting {
  readonly by: 'shown' | 'chosen';
  readonly counts?: 'rows' | 'units';
}

/** A number of units that is asked for anyway shows smaller groups than one of rows; one that nobody asked for stays secret. */
export function selectingBy(aggregates: readonly Aggregate[], means: MeanRule): Selecting {
  if (means === 'centred') return { by: 'shown' };
  return aggregates.some(({ kind }) => kind === 'count') && !aggregates.some(({ kind }) => kind === 'units')
    ? { by: 'chosen', counts: 'rows' }
    : { by: 'shown', counts: 'units' };
}

/** Threshold and noise are for whole ones alone: many small fractions of a unit would betray it more often. */
export function spreadOf(
  { by }: Selecting,
  { grouping, rowsPerUnit, rowsPerGroup = rowsPerUnit }: RowBounds & { readonly grouping: CheckedGrouping },
): UnitSpread {
  const { perUnit, groupsPerUnit } = grouping;
  return by === 'shown'
    ? { most: groupsPerUnit, perKey: 1n, oneKey: perUnit }
    : { most: rowsPerUnit, perKey: rowsPerGroup, oneKey: perUnit };
}
