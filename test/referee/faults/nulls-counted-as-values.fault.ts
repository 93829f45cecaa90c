/** On PostgreSQL a row without a value counts in count(x). */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'nulls-counted-as-values',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/expression.ts',
      find: 'isNull: ({ operand }, scope) => sql',
      replace: "isNull: ({ operand }, scope) => scope.dialect.types.wide === 'numeric' ? sql`(1 = 0)` : sql",
    },
  ],
};
