/** The mean of the values that are not null, from two statistics of the same rows: see joint-means.ts. */

import { meanOf } from '../../estimates/mean.ts';
import { meanOfEnds, meanOfSquares } from '../../estimates/mean-of-ends.ts';
import { type Numeric, numeric } from '../../expressions/arithmetic.ts';
import { type CheckedExpression, constant, expressionOf } from '../../expressions/checked-expression.ts';
import { booleans, integers } from '../../expressions/domain.ts';
import { expression } from '../../parsing/expression-schema.ts';
import {
  type AggregateContext,
  type AggregateOperator,
  bounded,
  type CheckAggregate,
  centred,
  distances,
  squaredDistances,
} from './question.ts';

const checkMean: CheckAggregate<'mean'> = ({ name, of }, { check, noisy, joint, basisOf }) => {
  const value = bounded(check(of), name);
  const middle = centred(value);
  const from = basisOf(name);
  if (from === 'ends' || from === 'squares') {
    const sums = from === 'ends' ? distances(value) : squaredDistances(value);
    return Object.freeze({ kind: 'mean', name, uses: joint(sums), of: middle.centred, from });
  }
  return Object.freeze({ kind: 'mean', name, uses: centredUses(value, noisy), of: middle.centred });
};

/** The centred sum of the values that are there, and their number. */
export const centredUses = (value: Numeric, noisy: AggregateContext['noisy']): readonly number[] =>
  Object.freeze([
    noisy({ kind: 'weighted', of: centred(value).expression }),
    noisy({ kind: 'weighted', of: numberOf([value]) }),
  ]);

/** The value where none of the others is null, and else null. */
export function where(others: readonly CheckedExpression[], value: Numeric): Numeric {
  const missing = others.map(operand => expressionOf(booleans, { kind: 'isNull', operand }));
  const when =
    missing.length === 1 ? missing[0] : expressionOf(booleans, { kind: 'or', operands: Object.freeze(missing) });
  const branches = Object.freeze([Object.freeze({ when, result: constant(value.domain, null) })]);
  return numeric(expressionOf(value.domain, { kind: 'case', branches, otherwise: value }), 'What is counted');
}

/** 1 where none of the expressions is null: added up, the number of rows that a mean or variance is of. */
export const numberOf = (expressions: readonly CheckedExpression[]): Numeric =>
  where(expressions, constant(integers(1n, 1n), 1n) as Numeric);

export const SQUARED = [
  'sum of squared distances from the greatest value',
  'sum of twice the products of both distances',
  'sum of squared distances from the least value',
];

export const mean: AggregateOperator<'mean'> = {
  shape: { of: expression },
  check: checkMean,
  estimate: ({ of, from }, noisy, moments, missed) => {
    const [one, other] = noisy;
    if (from === 'squares') return meanOfSquares(of, noisy, missed);
    return from === 'ends' ? meanOfEnds(of, one, other, missed) : meanOf(of, one, other, { moments, missed });
  },
  statistics: ({ from }) =>
    ({
      ends: ['sum of distances from the least value', 'sum of distances from the greatest value'],
      squares: SQUARED,
      centred: ['centred sum', 'number of values'],
    })[from ?? 'centred'],
  tells: 'number',
  total: false,
  buys: true,
  called: () => ['mean'],
  functions: { avg: {} },
};
