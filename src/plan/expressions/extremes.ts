/** The greatest or the least of several values of one type, nulls left aside. */
import { refuse } from '../../vocabulary/index.ts';
import { agreeing, isNothing } from './agreement.ts';
import { type CheckedExpression, expressionOf } from './checked-expression.ts';
import { type Domain, isStepped, type NumberDomain, union } from './domain.ts';
import { greatest, least } from './whole-numbers.ts';

export function extreme(kind: 'greatest' | 'least', given: readonly CheckedExpression[]): CheckedExpression {
  const valued = given.filter(operand => !isNothing(operand));
  if (valued.length === 0) return given[0] ?? refuse('type_mismatch', `${kind} needs at least one value.`);
  const operands = agreeing(valued, `The values of ${kind}`);
  if (operands.length === 1) return operands[0];
  const domain = narrowed(kind, operands, operands.map(operand => operand.domain).reduce(union));
  return expressionOf(domain, { kind, operands: Object.freeze(operands) });
}

/** A constant is never null: the greatest is not below it, and the least is not above it. */
function narrowed(kind: 'greatest' | 'least', operands: readonly CheckedExpression[], hull: Domain): Domain {
  const constants = operands.flatMap(({ kind, domain }) => (kind === 'constant' && isStepped(domain) ? [domain] : []));
  if (!isStepped(hull) || constants.length === 0) return hull;
  const { listed: _, ...range }: NumberDomain = hull;
  return Object.freeze(
    kind === 'greatest'
      ? { ...range, low: greatest([range.low, ...constants.map(({ low }) => low)]) }
      : { ...range, high: least([range.high, ...constants.map(({ high }) => high)]) },
  );
}
