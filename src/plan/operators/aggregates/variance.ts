/** Sample variance and its root, from three statistics of the same rows: see joint-variances.ts. */
import { rootOf, varianceOf } from '../../estimates/moments.ts';
import { product } from '../../expressions/arithmetic.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { numberOf } from './mean.ts';
import { type AggregateOperator, bounded, type CheckAggregate, centred, squaredDistances } from './question.ts';

const checkVariance: CheckAggregate<'variance' | 'standardDeviation'> = (
  { kind, name, of },
  { check, noisy, joint, basisOf },
) => {
  const value = bounded(check(of), name);
  const middle = centred(value);
  const square = centred(product(middle.expression, middle.expression));
  const parts = { name, of: middle.centred, square: square.centred };
  const variance =
    basisOf(name) === 'ends'
      ? { ...parts, uses: joint(squaredDistances(value)), from: 'ends' as const }
      : {
          ...parts,
          uses: Object.freeze([
            noisy({ kind: 'weighted', of: middle.expression }),
            noisy({ kind: 'weighted', of: square.expression }),
            noisy({ kind: 'weighted', of: numberOf([value]) }),
          ]),
        };
  return Object.freeze(
    kind === 'variance' ? { kind, ...variance } : { kind: 'standardDeviation' as const, ...variance },
  );
};

export const variance: AggregateOperator<'variance'> = {
  shape: { of: expression },
  check: checkVariance,
  estimate: varianceOf,
  statistics: ({ from }) =>
    from === 'ends'
      ? [
          'sum of squared distances from the greatest value',
          'sum of twice the products of both distances',
          'sum of squared distances from the least value',
        ]
      : ['centred sum', 'centred sum of squares', 'number of values'],
  tells: 'number',
  total: false,
  buys: true,
  called: () => ['variance'],
  functions: { variance: {}, var_samp: {}, var: {} },
};

export const standardDeviation: AggregateOperator<'standardDeviation'> = {
  ...variance,
  check: checkVariance,
  estimate: (aggregate, noisy, moments, missed) => rootOf(varianceOf(aggregate, noisy, moments, missed)),
  called: () => ['standard_deviation'],
  functions: { stddev: {}, stddev_samp: {} },
};
