/** Rows of a person are taken in the order they lie in. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rows-as-they-lie',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/combination-query.ts',
      find: "string_agg(e, '' ORDER BY e)",
      replace: "string_agg(e, '')",
    },
  ],
};
