import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asking, costing, loss, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';

forEveryStore(({ inFolder, openAt, withLedger }) => {
  test('a ledger is created loudly, once, and for its owner only', () =>
    inFolder(async folder => {
      const first = await openAt(folder);
      expect(first.created).toBe(true);
      const second = await openAt(folder);
      expect(second.created).toBe(false);
      for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
      await first.close();
      await second.close();
      expect(readdirSync(folder).filter(name => name.includes('holder'))).toEqual([]);
    }));

  test('0.1 three times fits 0.3, and a fourth does not', () =>
    withLedger(policyOf(loss('0.3')), async ledger => {
      for (const plan of ['a', 'b', 'c']) {
        const hold = await ledger.reserve(asking(plan), costing('0.1'));
        if (hold.kind !== 'hold') throw new Error('a new question is held');
        await ledger.settle(hold, plan);
      }
      expect(await ledger.budget()).toMatchObject({ spent: { epsilon: 0.3 }, remaining: { epsilon: 0 }, entries: 7 });
      await expect(ledger.reserve(asking('d'), costing('0.1'))).rejects.toMatchObject({
        code: 'budget_exhausted',
        message: expect.stringContaining('costs epsilon 0.1; 0 is left of the budget'),
      });
      expect(await ledger.verify()).toMatchObject({ verified: true, entries: 7 });
    }));
});
