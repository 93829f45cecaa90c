/** However few reports count, their total leaves. */
export default {
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
