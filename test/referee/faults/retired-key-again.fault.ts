/** A name that was retired gets its old draw again. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'retired-key-again',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: 'else if (record !== undefined && record.retired === null) placed.push(known(draw, record, drawn));',
      replace:
        'else if (record !== undefined && (record.retired === null || record.retired !== null)) placed.push({ ...fresh(draw), commitment: record.commitment });',
    },
  ],
};
