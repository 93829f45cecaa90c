/** A page remembers a report only once it was delivered. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'client sends before it writes',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/client/participant.ts',
      find: '  await desk.memory.write(JSON.stringify(own));\n',
      replace: '',
    },
  ],
};
