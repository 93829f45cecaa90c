/** Whoever began anew answers under another die than the one that stands. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'second round under another die',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/client/participant.ts',
      find: 'if (round > 1 && (before.rolled === undefined || !before.delivered.includes(round - 1)))',
      replace: 'if (round > 1 && before.rolled === undefined)',
    },
  ],
};
