/** What all rows of a person add up to is not clamped to its public bounds. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'subquery-unclamped',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/per-unit.ts',
      find: 'return within(made(aggregate.kind, values as readonly bigint[], aggregate.parts), low, high);',
      replace: 'return made(aggregate.kind, values as readonly bigint[], aggregate.parts);',
    },
  ],
};
