/** Sample covariance over the rows where both values are there: two centred sums, that of products, and the number. */
import { covarianceOf } from '../../estimates/moments.ts';
import { product } from '../../expressions/arithmetic.ts';
import { expression } from '../../parsing/expression-schema.ts';
import { numberOf, where } from './mean.ts';
import { type AggregateOperator, bounded, type CheckAggregate, centred } from './question.ts';

const checkCovariance: CheckAggregate<'covariance'> = ({ name, of, with: other }, { check, noisy }) => {
  const [one, two] = [bounded(check(of), name), bounded(check(other), name)];
  const [left, right] = [centred(one), centred(two)];
  const both = centred(product(left.expression, right.expression));
  const uses = [
    noisy({ kind: 'weighted', of: where([two], left.expression) }),
    noisy({ kind: 'weighted', of: where([one], right.expression) }),
    noisy({ kind: 'weighted', of: both.expression }),
    noisy({ kind: 'weighted', of: numberOf([one, two]) }),
  ];
  return Object.freeze({
    kind: 'covariance',
    name,
    uses: Object.freeze(uses),
    of: left.centred,
    with: right.centred,
    product: both.centred,
  });
};

export const covariance: AggregateOperator<'covariance'> = {
  shape: { of: expression, with: expression },
  check: checkCovariance,
  estimate: covarianceOf,
  statistics: () => ['centred sum', 'centred sum of the other', 'centred sum of products', 'number of values'],
  tells: 'number',
  total: false,
  buys: true,
  called: () => ['covariance'],
  functions: { covar_samp: {} },
};
