/** A page that is opened again does not send what waits in its memory. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'client splits anew on reload',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/client/participant.ts',
      find: 'const kept = before.waiting[round] === undefined ? await onRecord(desk, before, round, truth) : before;',
      replace: 'const kept = await onRecord(desk, before, round, truth);',
    },
  ],
};
