/** However few reports count, their total leaves. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'no floor of counted reports',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/agreement.ts',
      find: 'if (!(found.count >= fewestOf(campaign)))',
      replace: 'if (!(found.count >= 0))',
    },
  ],
};
