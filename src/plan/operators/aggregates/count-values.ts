/**
 * How many rows have a value: the number that a mean of the same values divides by. Beside one it is released already, or it
 * follows from both its sums: a value's distances from both ends of its range add up to the width of it.
 */
import { rational } from '../../../numerics/index.ts';
import { scaledBy } from '../../estimates/estimate.ts';
import { numberFromEnds } from '../../estimates/mean-of-ends.ts';
import { wholeNumber } from '../../estimates/noisy.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { numberOf } from './mean.ts';
import { type AggregateOperator, bounded, type CheckAggregate, distances } from './question.ts';

const checkCount: CheckAggregate<'countValues'> = ({ name, of }, { check, noisy, joint, basisOf }) => {
  const value = check(of);
  if (basisOf(name) !== 'ends') {
    const uses = Object.freeze([noisy({ kind: 'weighted', of: numberOf([value]) })]);
    return Object.freeze({ kind: 'countValues', name, uses });
  }
  const measured = bounded(value, name);
  const each = rational.ratio(1n, measured.domain.high - measured.domain.low);
  return Object.freeze({ kind: 'countValues', name, uses: joint(distances(measured)), factors: [each, each] as const });
};

export const countValues: AggregateOperator<'countValues'> = {
  shape: { of: expression },
  check: checkCount,
  estimate: ({ factors }, [one, other], moments, missed) =>
    factors === undefined ? scaledBy(1, wholeNumber(one), moments) : numberFromEnds(factors[0], one, other, missed),
  statistics: ({ factors }) =>
    factors === undefined ? ['number of values'] : ['part of the number of values', 'part of the number of values'],
  tells: 'number',
  total: true,
  buys: true,
  called: () => ['count'],
  functions: {},
};
