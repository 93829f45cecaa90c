/** How many rows, and how many units. In SQL both are written `count`, which is read where SQL is. */
import { scaledBy } from '../../estimates/estimate.ts';
import type { AggregateOperator } from './question.ts';

export const count: AggregateOperator<'count'> = {
  shape: {},
  check: ({ name }, { noisy }) =>
    Object.freeze({ kind: 'count', name, uses: Object.freeze([noisy({ kind: 'rows' })]) }),
  estimate: (_aggregate, [rows], moments) => scaledBy(1, rows, moments),
  statistics: () => ['number of rows'],
  tells: 'number',
  total: true,
  buys: true,
  called: () => ['count'],
  functions: {},
};

export const units: AggregateOperator<'units'> = {
  ...count,
  check: ({ name }, { noisy }) =>
    Object.freeze({ kind: 'units', name, uses: Object.freeze([noisy({ kind: 'units' })]) }),
  statistics: () => ['number of people'],
  called: () => ['units'],
};
