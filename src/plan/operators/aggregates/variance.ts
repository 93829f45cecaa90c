/** Sample variance and its root: centred sum, centred sum of squares, and number, three statistics. */
import { product } from '../../expressions/arithmetic.ts';
import { numberOf } from './mean.ts';
import { bounded, type CheckAggregate, centred } from './question.ts';

export const checkVariance: CheckAggregate<'variance' | 'standardDeviation'> = (
  { kind, name, of },
  { check, noisy },
) => {
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
