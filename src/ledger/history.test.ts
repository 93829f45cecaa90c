import { expect, test } from 'vitest';
import { asking, costing, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import type { Ledger } from './ledger.ts';

async function ask(ledger: Ledger, analyst: string, plan: string): Promise<void> {
  const hold = await ledger.reserve(asking(plan, { analyst }), costing('0.1'));
  if (hold.kind !== 'hold') throw new Error(hold.kind);
  if (plan === 'broken') await ledger.fail(hold, 'engine');
  else await ledger.settle(hold, plan);
}

const ALL = { questions: Infinity, characters: Infinity };

const historyOf = async (ledger: Ledger, analyst: string | null, most: number) =>
  (await ledger.history(analyst, { ...ALL, questions: most })).map(({ entry, analyst, answer }) => [
    entry,
    analyst,
    answer,
  ]);

forEveryStore(({ inFolder, openAt, withLedger, tamper }) => {
  test('the last questions, newest first, of everybody or of one analyst', () =>
    withLedger(policyOf(), async ledger => {
      for (const [analyst, plan] of [
        ['ada', 'count'],
        ['bob', 'sum'],
        ['ada', 'broken'],
        ['bob', 'mean'],
      ])
        await ask(ledger, analyst, plan);
      expect(await historyOf(ledger, null, 10)).toEqual([
        [8, 'bob', 'mean'],
        [6, 'ada', null],
        [4, 'bob', 'sum'],
        [2, 'ada', 'count'],
      ]);
      expect(await historyOf(ledger, null, 1)).toEqual([[8, 'bob', 'mean']]);
      expect(await historyOf(ledger, 'ada', 1)).toEqual([[6, 'ada', null]]);
      expect(await historyOf(ledger, 'bob', Infinity)).toEqual([
        [8, 'bob', 'mean'],
        [4, 'bob', 'sum'],
      ]);
      expect(await historyOf(ledger, 'eve', 10)).toEqual([]);
      expect((await ledger.history('ada', ALL))[1]).toMatchObject({ tables: ['visits'], charged: { epsilon: 0.1 } });
    }));

  test('no more of the past than was asked for, and never nothing', () =>
    withLedger(policyOf(), async ledger => {
      for (const plan of ['count', 'sum', 'x'.repeat(5000), 'mean']) await ask(ledger, 'ada', plan);
      const within = async (characters: number) =>
        (await ledger.history('ada', { ...ALL, characters })).map(({ entry }) => entry);
      expect(await within(0)).toEqual([8]);
      expect(await within(4000)).toEqual([8]);
      expect(await within(20_000)).toEqual([8, 6, 4, 2]);
    }));

  test.each([
    ['an answer', `UPDATE answers SET answer = '"none"'`],
    ['a question', `UPDATE entries SET body = replace(body, 'count', 'total') WHERE sequence = 2`],
  ])('nobody is told %s that was edited behind the ledger', (_, statements) =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      await ask(ledger, 'ada', 'count');
      await tamper(folder, statements);
      await expect(ledger.history('ada', ALL)).rejects.toMatchObject({ code: 'ledger_damaged' });
      await ledger.close();
    }),
  );
});
