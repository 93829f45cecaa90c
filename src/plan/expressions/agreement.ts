/** Several expressions brought to one type, and numbers to one step, so that they can be compared or chosen between. */
import { refuse } from '../../vocabulary/index.ts';
import { commonStep, inStep, numeric } from './arithmetic.ts';
import { type CheckedExpression, constant } from './checked-expression.ts';
import { type Domain, isNumeric, nothing, sameType } from './domain.ts';

/** A literal null has whatever type the others have. */
export function agreeing(expressions: readonly CheckedExpression[], role: string): CheckedExpression[] {
  const typed = expressions.find(expression => !isNothing(expression)) ?? expressions[0];
  const same = expressions.map(expression => ofType(expression, typed.domain, role));
  if (!isNumeric(typed.domain)) return same;
  const numbers = same.map(expression => numeric(expression, role));
  const step = numbers.map(({ domain }) => domain.step).reduce(commonStep);
  return numbers.map(expression => inStep(expression, step));
}

export const isNothing = (expression: CheckedExpression): boolean =>
  expression.kind === 'constant' && expression.value === null;

function ofType(expression: CheckedExpression, domain: Domain, role: string): CheckedExpression {
  if (sameType(expression.domain, domain)) return expression;
  if (isNothing(expression)) return constant(nothing(domain.type), null);
  return refuse(
    'type_mismatch',
    `${role} must have one type; ${domain.type} and ${expression.domain.type} cannot be combined.`,
  );
}
