/** How many rows, and how many units. */
import type { CheckAggregate } from './question.ts';

export const checkCount: CheckAggregate<'count'> = ({ name }, { noisy }) =>
  Object.freeze({ kind: 'count', name, uses: Object.freeze([noisy({ kind: 'rows' })]) });

export const checkUnits: CheckAggregate<'units'> = ({ name }, { noisy }) =>
  Object.freeze({ kind: 'units', name, uses: Object.freeze([noisy({ kind: 'units' })]) });
