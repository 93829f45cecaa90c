/** Rows are drawn, and amplification is charged as if people were. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'sampled-rows',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/membership.ts',
      find: '    ({ unit }) => {\n      const number = numberOf(hashOf(unit));',
      replace: "    ({ unit, values }) => {\n      const number = numberOf(hashOf(`${unit}${values.cost ?? ''}`));",
    },
  ],
};
