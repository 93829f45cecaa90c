/** The sum of a number with a public range; null counts as nothing. Beside a mean of the same it follows from the same statistics. */
import { rational, toNumber } from '../../../numerics/index.ts';
import { combinedTotal } from '../../estimates/combined-noises.ts';
import { scaledBy } from '../../estimates/estimate.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { centredUses } from './mean.ts';
import { type AggregateOperator, bounded, type CheckAggregate, centred, distances } from './question.ts';

const checkSum: CheckAggregate<'sum'> = ({ name, of }, { check, noisy, joint, basisOf }) => {
  const value = bounded(check(of), name);
  const { low, high, step } = value.domain;
  switch (basisOf(name)) {
    case 'ends': {
      const factors = [rational.ratio(high, high - low), rational.ratio(low, high - low)] as const;
      return Object.freeze({ kind: 'sum', name, uses: joint(distances(value)), step, factors });
    }
    case 'centred': {
      const factors = [rational.one, rational.ratio(centred(value).centred.centre)] as const;
      return Object.freeze({ kind: 'sum', name, uses: centredUses(value, noisy), step, factors });
    }
    default:
      return Object.freeze({ kind: 'sum', name, uses: Object.freeze([noisy({ kind: 'total', of: value })]), step });
  }
};

export const sum: AggregateOperator<'sum'> = {
  shape: { of: expression },
  check: checkSum,
  estimate: ({ step, factors }, [one, other], moments, missed) => {
    const size = toNumber(step, 'nearest');
    if (factors === undefined) return scaledBy(size, one, moments);
    const [x, y] = factors.map(factor => toNumber(factor, 'nearest'));
    return combinedTotal(size, [x, y], [one, other], missed);
  },
  statistics: ({ factors }) => (factors === undefined ? ['sum'] : ['part of the sum', 'part of the sum']),
  tells: 'number',
  total: true,
  buys: true,
  called: () => ['sum'],
  functions: { sum: {} },
};
