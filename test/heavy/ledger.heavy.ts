/** The race for the last of the budget, a thousand times; and a ledger with as many entries as a busy service makes. */
import { expect, test } from 'vitest';
import { asking, costing, loss, openAt, policyOf, withLedger } from '../support/ledger-case.ts';
import { buildLedgerProcess } from '../support/ledger-process.ts';
import { race } from '../support/ledger-race.ts';
import { forEveryStore } from '../support/ledger-stores.ts';

forEveryStore(stored =>
  test('eight processes never overspend, 1,000 rounds', async () => {
    const start = await buildLedgerProcess('ledger-heavy');
    expect(await race(start, stored, { processes: 8, rounds: 1000 })).toEqual({ rounds: 1000, overspent: [] });
  }),
);

test('10,000 entries add up when the ledger is opened again', () =>
  withLedger(policyOf(loss(2000)), async (ledger, folder) => {
    for (let turn = 0; turn < 5000; turn += 1) {
      const hold = await ledger.reserve(asking(`question ${turn}`), costing('0.1'));
      if (hold.kind === 'hold') await ledger.settle(hold, { estimate: turn });
    }
    const again = await openAt(folder, policyOf(loss(2000)));
    expect(await again.budget()).toEqual(await ledger.budget());
    expect(await again.verify()).toMatchObject({ verified: true, entries: 10_001 });
    expect(await again.reserve(asking('question 77'), costing('0.1'))).toMatchObject({ answer: { estimate: 77 } });
    await again.close();
  }));
