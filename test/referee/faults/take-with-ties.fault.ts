/** Who ties with the last one that is taken is taken too. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'take-with-ties',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/membership.ts',
      find: 'return among(ordered.slice(0, howMany({ size }, ordered.length)), others);',
      replace:
        'return among(ordered.filter(({ value }) => inOrder(value, ordered[howMany({ size }, ordered.length) - 1].value, descending) <= 0), others);',
    },
  ],
};
