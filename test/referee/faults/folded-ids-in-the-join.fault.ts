/** People are taken for each other whose ids differ in capitals only. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'folded-ids-in-the-join',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/unit-join.ts',
      find: 'ON ${left.id} = ${right.id}',
      replace: 'ON lower(CAST(${left.unit} AS TEXT)) = lower(CAST(${right.unit} AS TEXT))',
    },
  ],
};
