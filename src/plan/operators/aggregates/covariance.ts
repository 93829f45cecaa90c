/** Sample covariance over the rows where both values are there: two centred sums, that of products, and the number. */
import { type CheckedExpression, constant, expressionOf } from '../../checked-expression.ts';
import { booleans } from '../../domain.ts';
import { type Numeric, numeric, product } from '../../expressions/arithmetic.ts';
import { present } from './mean.ts';
import { bounded, type CheckAggregate, centred } from './question.ts';

export const checkCovariance: CheckAggregate<'covariance'> = ({ name, of, with: other }, { check, noisy }) => {
  const [one, two] = [bounded(check(of), name), bounded(check(other), name)];
  const [left, right] = [centred(one), centred(two)];
  const both = centred(product(left.expression, right.expression));
  const uses = [
    noisy({ kind: 'total', of: where(two, left.expression) }),
    noisy({ kind: 'total', of: where(one, right.expression) }),
    noisy({ kind: 'total', of: both.expression }),
    noisy({ kind: 'total', of: present([one, two]) }),
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

/** The value, or null where the other one is missing. */
function where(other: CheckedExpression, value: Numeric): Numeric {
  const when = expressionOf(booleans, { kind: 'isNull', operand: other });
  const branches = Object.freeze([Object.freeze({ when, result: constant(value.domain, null) })]);
  return numeric(expressionOf(value.domain, { kind: 'case', branches, otherwise: value }), 'A covariance');
}
