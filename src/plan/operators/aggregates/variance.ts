/** Sample variance and its root, from three statistics of the same rows: see joint-variances.ts. */
import { rootOf, varianceOf } from '../../estimates/moments.ts';
import { product } from '../../expressions/arithmetic.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { numberOf, SQUARED } from './mean.ts';
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
    basisOf(name) === 'squares'
      ? { ...parts, uses: joint(squaredDistances(value)), from: 'squares' as const }
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
    from === 'squares' ? SQUARED : ['centred sum', 'centred sum of squares', 'number of values'],
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
