import { expect, test } from 'vitest';
import { costing, loss, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import type { NewRelease } from './release-record.ts';

const by = { analyst: 'ada', tables: ['visits'] };
const { charge: nothing, nodes: none } = costing(0)();
const free = { charge: nothing, nodes: none };
const release = (more: Partial<NewRelease> = {}) => ({
  place: '/data/visits.csv',
  schema: 'columns of visits',
  order: { rate: '0.05' },
  reason: null,
  ...more,
});

forEveryStore(({ inFolder, openAt }) => {
  test('a draw counts once it is recorded, finished or not, and is known again after closing', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      const first = await ledger.drawRelease(by, { ...release(), ...free });
      expect(first).toMatchObject({ entry: 2, earlier: [] });
      await ledger.close();
      const again = await openAt(folder);
      await expect(again.drawRelease(by, { ...release(), ...free })).rejects.toMatchObject({
        code: 'release_repeated',
      });
      await again.finishRelease(first, 'hash of the file');
      const second = await again.drawRelease(by, { ...release({ reason: 'lost' }), ...free });
      expect(second.earlier).toEqual([
        {
          ...release(),
          entry: 2,
          at: '1970-01-01T00:00:00.000Z',
          charged: loss(0),
          output: 'hash of the file',
          written: 3,
        },
      ]);
      expect(again.state().releases.get(second.entry)).toMatchObject({ reason: 'lost', output: null });
      expect(await again.verify(first)).toMatchObject({ verified: true, entries: 4 });
      await again.close();
    }));

  test('a table is known by its place and by its columns, and a reason is more than a blank', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      await ledger.drawRelease(by, { ...release(), ...free });
      for (const same of [{ place: '/copy/visits.csv' }, { schema: 'with another column' }])
        await expect(ledger.drawRelease(by, { ...release(same), ...free })).rejects.toMatchObject({
          code: 'release_repeated',
        });
      await expect(ledger.drawRelease(by, { ...release({ reason: ' ' }), ...free })).rejects.toMatchObject({
        code: 'value_out_of_range',
      });
      const other = release({ place: '/data/wards.csv', schema: 'columns of wards' });
      expect(await ledger.drawRelease(by, { ...other, ...free })).toMatchObject({ earlier: [] });
      await ledger.close();
    }));

  test('of two who draw at once one is refused', () =>
    inFolder(async folder => {
      const ledgers = [await openAt(folder), await openAt(folder)];
      const drawn = await Promise.allSettled(ledgers.map(ledger => ledger.drawRelease(by, { ...release(), ...free })));
      expect(drawn.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      for (const ledger of ledgers) await ledger.close();
    }));

  test('what a draw costs is charged like a question, or refused', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder, policyOf(loss(1, '1e-6')));
      const priced = { ...release(), ...costing('0.7', '1e-7')() };
      expect((await ledger.drawRelease(by, priced)).remaining).toEqual(loss('0.3', '9e-7'));
      await expect(ledger.drawRelease(by, { ...priced, reason: 'again' })).rejects.toMatchObject({
        code: 'budget_exhausted',
      });
      expect(ledger.state()).toMatchObject({ entries: 2, spent: loss('0.7', '1e-7') });
      expect(ledger.state().nodes.get('base')?.spent.replace).toEqual(loss('1.4').epsilon);
      await ledger.close();
    }));
});
