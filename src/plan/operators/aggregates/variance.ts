/** Sample variance and its root: centred sum, centred sum of squares, and number, three statistics. */
import { rootOf, varianceOf } from '../../estimates/moments.ts';
import { product } from '../../expressions/arithmetic.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { numberOf } from './mean.ts';
import { type AggregateOperator, bounded, type CheckAggregate, centred } from './question.ts';

const checkVariance: CheckAggregate<'variance' | 'standardDeviation'> = ({ kind, name, of }, { check, noisy }) => {
  const value = bounded(check(of), name);
  const middle = centred(value);
  const square = centred(product(middle.expression, middle.expression));
  const uses = [
    noisy({ kind: 'weighted', of: middle.expression }),
    noisy({ kind: 'weighted', of: square.expression }),
    noisy({ kind: 'weighted', of: numberOf([value]) }),
  ];
  const variance = { name, uses: Object.freeze(uses), of: middle.centred, square: square.centred };
  return Object.freeze(
    kind === 'variance' ? { kind, ...variance } : { kind: 'standardDeviation' as const, ...variance },
  );
};

export const variance: AggregateOperator<'variance'> = {
  shape: { of: expression },
  check: checkVariance,
  estimate: varianceOf,
  statistics: () => ['centred sum', 'centred sum of squares', 'number of values'],
  tells: 'number',
  total: false,
  buys: true,
  called: () => ['variance'],
  functions: { variance: {}, var_samp: {}, var: {} },
};

export const standardDeviation: AggregateOperator<'standardDeviation'> = {
  ...variance,
  check: checkVariance,
  estimate: (aggregate, noisy, moments) => rootOf(varianceOf(aggregate, noisy, moments)),
  called: () => ['standard_deviation'],
  functions: { stddev: {}, stddev_samp: {} },
};
