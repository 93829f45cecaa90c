/** A column that one table hides takes the place of one that the other shows. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'hidden-columns-in-the-join',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/unit-join.ts',
      find: '...shown(other.schema, sides[1])',
      replace: '...sides[1].columns',
    },
  ],
};
