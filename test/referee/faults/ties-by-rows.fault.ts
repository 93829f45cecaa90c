/** The first people in an order are the first of their rows where they tie. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ties-by-rows',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/membership.ts',
      find: 'inOrder(one.value, other.value, descending) || compareText(one.unit, other.unit)',
      replace: 'inOrder(one.value, other.value, descending)',
    },
  ],
};
