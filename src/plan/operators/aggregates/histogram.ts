/** Counts between neighbouring edges: each bin holds its lower edge, the last one both. Values outside are not counted. */
import { type Rational, rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import { agreeing } from '../../expressions/agreement.ts';
import { type Numeric, numeric } from '../../expressions/arithmetic.ts';
import { type CheckedExpression, constant, expressionOf } from '../../expressions/checked-expression.ts';
import { booleans, integers, nothing, numbers } from '../../expressions/domain.ts';
import type { Comparison } from '../../expressions/expression.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { decimal, listOf } from '../../parsing/node-bricks.ts';
import type { AggregateOperator, CheckAggregate } from './question.ts';

const EDGES_MAX = 10_001;

const checkHistogram: CheckAggregate<'histogram'> = ({ name, of, edges }, { check, noisy }) => {
  const exact = edges.map(rational.fromDecimal);
  checkIncreasing(exact, name);
  const value = numeric(check(of), `What ${name} counts`);
  const uses = [noisy({ kind: 'values', of: binOf(value, exact) })];
  return Object.freeze({ kind: 'histogram', name, uses: Object.freeze(uses), edges: Object.freeze(exact) });
};

function checkIncreasing(edges: readonly Rational[], name: string): void {
  const increasing = edges.every((edge, i) => i === 0 || rational.compare(edges[i - 1], edge) < 0);
  if (increasing && edges.length >= 2 && edges.length <= EDGES_MAX) return;
  refuse('value_out_of_range', `The edges of ${name} must be 2 to ${EDGES_MAX} increasing numbers.`);
}

/** The number of the bin, from 0; null outside all bins. */
function binOf(value: Numeric, edges: readonly Rational[]): Numeric {
  const last = edges.length - 2;
  const branches = [
    { when: against(value, 'less', edges[0]), result: constant(nothing('integer'), null) },
    ...edges.slice(1, -1).map((edge, i) => ({ when: against(value, 'less', edge), result: bin(i) })),
    { when: against(value, 'atMost', edges[last + 1]), result: bin(last) },
  ].map(branch => Object.freeze(branch));
  const domain = integers(0n, BigInt(last));
  const otherwise = constant(nothing('integer'), null);
  return numeric(expressionOf(domain, { kind: 'case', branches: Object.freeze(branches), otherwise }), 'A bin');
}

const bin = (i: number): CheckedExpression => constant(integers(BigInt(i), BigInt(i)), BigInt(i));

function against(value: Numeric, operator: Comparison, edge: Rational): CheckedExpression {
  const { numerator, denominator } = edge;
  const limit = constant(numbers(numerator, numerator, rational.ratio(1n, denominator)), numerator);
  const [left, right] = agreeing([value, limit], 'A value and an edge');
  return expressionOf(booleans, { kind: 'comparison', operator, left, right });
}

export const histogram: AggregateOperator<'histogram'> = {
  shape: { of: expression, edges: listOf(decimal) },
  check: checkHistogram,
  statistics: () => ['number of rows in each bin'],
  tells: 'several',
  total: true,
  buys: false,
  called: () => ['histogram'],
  functions: {},
};
