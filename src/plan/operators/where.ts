/** Keeps the rows whose condition is true; false and null are dropped, and units without rows with them. */

import { checkExpression, condition } from '../expressions/check-expression.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Operator } from './operator.ts';

export const where: Operator<'where'> = {
  check: (node, { check }) => {
    const input = check(node.input);
    const checked = condition(checkExpression(node.condition, input.schema), 'The condition of where');
    return Object.freeze({ kind: 'where', input, condition: checked, schema: input.schema });
  },
  derivation: () => ({ kind: 'where' }),
  size: () => undefined,
  meaning: ({ input, condition }, { rowsOf }) =>
    rowsOf(input).filter(({ values }) => evaluate(condition, values) === true),
};
