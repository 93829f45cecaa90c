import { expect, test } from 'vitest';
import { asking, costing } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import { noHead, type StoredEntry, store } from './entry.ts';
import type { EntryDraft } from './entry-kinds.ts';
import type { Ledger, Receipt } from './ledger.ts';
import { verification } from './verification.ts';

async function answered(ledger: Ledger, plans: readonly string[]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const plan of plans) {
    const hold = await ledger.reserve(asking(plan), costing('0.1'));
    if (hold.kind === 'hold') receipts.push(await ledger.settle(hold, { estimate: plan.length }));
  }
  return receipts;
}

const SWAP = `UPDATE entries SET sequence = 99 WHERE sequence = 4; UPDATE entries SET sequence = 4 WHERE sequence = 6;
  UPDATE entries SET sequence = 6 WHERE sequence = 99`;

forEveryStore(({ inFolder, openAt, tamper, cutAfter }) => {
  test.each([
    ['a cheaper charge', `UPDATE entries SET body = replace(body, '"0.1"', '"0.0"') WHERE sequence = 4`, 'entry 4'],
    ['another kind', `UPDATE entries SET kind = 'failed' WHERE sequence = 5`, 'entry 5'],
    ['an entry less', 'DELETE FROM entries WHERE sequence = 4', 'entry 4'],
    ['two entries swapped', SWAP, 'entry 4'],
    [
      'another number',
      'UPDATE entries SET sequence = 8 WHERE sequence = 7; UPDATE answers SET entry = 8 WHERE entry = 7',
      'entry 7',
    ],
    ['the last entries gone', 'DELETE FROM entries WHERE sequence >= 6', 'ends at entry 5, but once had 7'],
    ['all entries gone', 'DELETE FROM entries', 'empty'],
    [
      'an edited answer',
      `UPDATE answers SET answer = '{"estimate":7}' WHERE entry = 3`,
      'answer recorded with entry 3',
    ],
    ['a removed answer', 'DELETE FROM answers WHERE entry = 3', 'answer recorded with entry 3'],
    ['an answer from nowhere', `INSERT INTO answers VALUES (2, '1')`, 'answer recorded with entry 2'],
  ])('%s is found', (_, statements, where) =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      const [receipt] = await answered(ledger, ['count', 'sum', 'mean']);
      expect(await ledger.verify(receipt)).toMatchObject({ verified: true, entries: 7 });
      await tamper(folder, statements);
      expect(await ledger.verify()).toMatchObject({ verified: false, problem: expect.stringContaining(where) });
      const again = ledger.reserve(asking('count'), costing('0.1'));
      if (where.includes('entry 3')) await expect(again).rejects.toMatchObject({ code: 'ledger_damaged' });
      else await again.catch(() => 'refused');
      await ledger.close();
      if (statements.includes('answers')) return;
      await expect(openAt(folder)).rejects.toMatchObject({
        code: expect.stringMatching(/ledger_(damaged|rolled_back)/),
      });
    }),
  );

  test('a cut that hides its traces is found by a receipt, and by whoever has the ledger open', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      const [first, last] = await answered(ledger, ['count', 'sum']);
      await cutAfter(folder, 3);
      expect(await ledger.verify()).toMatchObject({ verified: true, entries: 3 });
      expect(await ledger.verify(first)).toMatchObject({ verified: true });
      expect(await ledger.verify(last)).toMatchObject({ verified: false, problem: expect.stringContaining('entry 5') });
      expect(await ledger.verify({ ...first, head: last.head })).toMatchObject({ verified: false });
      await expect(ledger.reserve(asking('mean'), costing('0.1'))).rejects.toMatchObject({
        code: 'ledger_rolled_back',
      });
      await ledger.close();
    }));

  test('a slip of the hand changes nothing', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      await answered(ledger, ['count']);
      for (const table of ['entries', 'answers']) {
        await expect(tamper(folder, `DELETE FROM ${table}`, true)).rejects.toThrow('only grows');
        const number = table === 'entries' ? 'sequence' : 'entry';
        await expect(tamper(folder, `UPDATE ${table} SET ${number} = 50`, true)).rejects.toThrow('only grows');
      }
      expect(await ledger.verify()).toMatchObject({ verified: true, entries: 3 });
      await ledger.close();
    }));

  test.each([
    ['an unknown kind', 'sampled', '{}', 'This version does not know the kind'],
    ['an unknown member', 'granted', '{"until":"noon"}', 'fields that this version does not know'],
  ])('%s is refused, though its hash is right', (_, kind, body, problem) => {
    const strange = { kind, body: JSON.parse(body) } as EntryDraft;
    const entries = [{ ...(store(strange, 1, noHead) satisfies StoredEntry), answer: null }];
    expect(verification({ entries, highest: 1 })).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});
