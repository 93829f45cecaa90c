/** The number of people that was recorded first is that of every state. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'version-forgotten-in-sizes',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/decision.ts',
      find: 'sizes.get(table)?.get(states.nameOf([table]));',
      replace: 'sizes.get(table)?.get(states.nameOf([table])) ?? [...(sizes.get(table)?.values() ?? [])].at(0);',
    },
    {
      file: 'src/answer/public-size.ts',
      find: "if (isKnown && policy.source.engine === 'duckdb') return;",
      replace: 'if (isKnown) return;',
    },
  ],
};
