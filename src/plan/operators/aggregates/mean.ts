/** The mean of the values that are not null: their centred sum over their number, two statistics. */
import { type CheckedExpression, constant, expressionOf } from '../../checked-expression.ts';
import { booleans, integers } from '../../domain.ts';
import { type Numeric, numeric } from '../../expressions/arithmetic.ts';
import { bounded, type CheckAggregate, centred } from './question.ts';

export const checkMean: CheckAggregate<'mean'> = ({ name, of }, { check, noisy }) => {
  const value = bounded(check(of), name);
  const middle = centred(value);
  const uses = [noisy({ kind: 'total', of: middle.expression }), noisy({ kind: 'total', of: present([value]) })];
  return Object.freeze({ kind: 'mean', name, uses: Object.freeze(uses), of: middle.centred });
};

/** 1 where none of the expressions is null, else 0. */
export function present(expressions: readonly CheckedExpression[]): Numeric {
  const missing = expressions.map(operand => expressionOf(booleans, { kind: 'isNull', operand }));
  const when =
    missing.length === 1 ? missing[0] : expressionOf(booleans, { kind: 'or', operands: Object.freeze(missing) });
  const [none, one] = [0n, 1n].map(value => constant(integers(value, value), value));
  const branches = Object.freeze([Object.freeze({ when, result: none })]);
  return numeric(expressionOf(integers(0n, 1n), { kind: 'case', branches, otherwise: one }), 'A presence');
}
