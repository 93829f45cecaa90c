/** The totals are fetched first, and paid for afterwards. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'late-charge',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/collector/publish.ts',
      find: '  const hold = await ledger.reserve(question, () =>',
      replace:
        '  if ((await ledger.repeated(question)) === undefined) await released(collecting, ledger);\n  const hold = await ledger.reserve(question, () =>',
    },
  ],
};
