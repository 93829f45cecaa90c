/** The totals are fetched first, and paid for afterwards. */
export default {
  name: 'charge after release',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/collector/publish.ts',
      find: '  const hold = await ledger.reserve(question, () => decisionOf(chargeOf(collecting.campaign)));',
      replace:
        '  if ((await ledger.repeated(question)) === undefined) await released(collecting, ledger);\n  const hold = await ledger.reserve(question, () => decisionOf(chargeOf(collecting.campaign)));',
    },
  ],
};
