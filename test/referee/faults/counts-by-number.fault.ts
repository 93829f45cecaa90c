/** Shares of two splits of one ticket are put together. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'counts by ticket number only',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/peers.ts',
      find: 'for (const label of textsIn(bytes, LABEL_BYTES)) if (own.has(label)) both.add(label);',
      replace:
        'for (const label of textsIn(bytes, LABEL_BYTES)) for (const each of own) if (each.slice(0, NUMBER_BYTES) === label.slice(0, NUMBER_BYTES)) both.add(each);',
    },
    {
      file: 'src/collect/aggregator/agreement.ts',
      find: "for (const each of counted) hash.update(each, 'latin1');",
      replace: "for (const each of counted) hash.update(each.slice(0, 16), 'latin1');",
    },
  ],
};
