/** Adds columns computed row by row. Columns of one derive do not see each other. */

import { checkExpression } from '../expressions/check-expression.ts';
import type { SchemaColumn } from '../expressions/columns.ts';
import { checkNameFree, columnOf } from '../expressions/columns.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Operator } from './operator.ts';

export const derive: Operator<'derive'> = {
  check: (node, { check }) => {
    const input = check(node.input);
    const schema: SchemaColumn[] = [...input.schema];
    const columns = node.columns.map(({ name, expression }) => {
      checkNameFree(schema, name);
      const checked = checkExpression(expression, input.schema);
      schema.push(columnOf(name, checked, input.schema));
      return Object.freeze({ name, expression: checked });
    });
    return Object.freeze({ kind: 'derive', input, columns: Object.freeze(columns), schema: Object.freeze(schema) });
  },
  derivation: () => ({ kind: 'map' }),
  size: (_node, units) => units,
  meaning: ({ input, columns }, { rowsOf }) =>
    rowsOf(input).map(({ unit, values }) => ({
      unit,
      values: {
        ...values,
        ...Object.fromEntries(columns.map(({ name, expression }) => [name, evaluate(expression, values)])),
      },
    })),
};
