/** The sum of a number with a public range; null counts as nothing. */
import { toNumber } from '../../../numerics/index.ts';
import { scaledBy } from '../../estimates/estimate.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { type AggregateOperator, bounded, type CheckAggregate } from './question.ts';

const checkSum: CheckAggregate<'sum'> = ({ name, of }, { check, noisy }) => {
  const value = bounded(check(of), name);
  return Object.freeze({
    kind: 'sum',
    name,
    uses: Object.freeze([noisy({ kind: 'total', of: value })]),
    step: value.domain.step,
  });
};

export const sum: AggregateOperator<'sum'> = {
  shape: { of: expression },
  check: checkSum,
  estimate: ({ step }, [total], moments) => scaledBy(toNumber(step, 'nearest'), total, moments),
  statistics: () => ['sum'],
  tells: 'number',
  total: true,
  buys: true,
  called: () => ['sum'],
  functions: { sum: {} },
};
