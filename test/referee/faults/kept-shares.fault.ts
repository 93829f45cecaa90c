/** Shares outlive the release. */
export default {
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
