/** Shares outlive the release. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'shares are not erased',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/sqlite-store.ts',
      find: "sqlite.prepare(`UPDATE batches SET shares = x'' WHERE campaign = ?`).run(entered.id);",
      replace: '',
    },
  ],
};
