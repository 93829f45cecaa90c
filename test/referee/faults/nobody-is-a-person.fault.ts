/** Rows of nobody are a person. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'nobody-is-a-person',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/combination-query.ts',
      find: 'WHERE ${unit} IS NOT NULL',
      replace: 'WHERE true',
    },
  ],
};
