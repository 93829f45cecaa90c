/** Eight processes race for the last of the budget: as many win as it pays for, and never one more. */
import { expect, test } from 'vitest';
import { buildLedgerProcess } from '../support/ledger-process.ts';
import { race } from '../support/ledger-race.ts';
import { forEveryStore } from '../support/ledger-stores.ts';

forEveryStore(stored =>
  test('eight processes never overspend, 200 rounds', async () => {
    const start = await buildLedgerProcess('ledger-race');
    const { rounds, overspent } = await race(start, stored, { processes: 8, rounds: 200 });
    expect(overspent).toEqual([]);
    expect(rounds).toBe(200);
  }),
);
