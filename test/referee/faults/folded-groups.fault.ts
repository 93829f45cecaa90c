/** Values that differ in capitals are one group, spelled by one of its rows. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'folded-groups',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/combination-query.ts',
      find: 'own.map((expression, index) => `${expression} AS ${names[index]}`)',
      replace: 'own.map((expression, index) => `min(${expression}) AS ${names[index]}`)',
    },
    {
      file: 'src/engine/combination-query.ts',
      find: "own.map((_, index) => index + 1).join(', ')",
      replace: "own.map(each => `lower(${each})`).join(', ')",
    },
  ],
};
