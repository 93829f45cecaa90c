import { expect, test } from 'vitest';
import { asking, costing, loss, noSpending, policyOf } from '../../test/support/ledger-case.ts';
import { askingInside, creating, sampleOf, spending } from '../../test/support/ledger-sample.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import { partOf } from '../accounting/tree/index.ts';
import { written } from '../amounts/amount.ts';
import type { Book } from './book.ts';
import type { Hold, Ledger, Receipt } from './ledger.ts';
import { creatingSample, retiringSample } from './sampling.ts';

const june = sampleOf('june', 'first draw');
const capped = sampleOf('june', 'first draw', { cap: spending(2) });
const by = { analyst: 'ada', tables: ['visits'] };

async function settled(ledger: Ledger, plan: string, decide: Parameters<Ledger['reserve']>[1]): Promise<void> {
  const hold = await ledger.reserve(asking(plan), decide);
  await ledger.settle(hold as Hold, `answer to ${plan}`);
}

forEveryStore(({ inFolder, openAt, withLedger }) => {
  test('a question draws its sample in the same transaction, and the next one finds it', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      const second = sampleOf('june', 'second draw');
      await ledger.reserve(asking('count'), askingInside(june, '4'));
      await ledger.reserve(asking('sum'), askingInside(second, '2'));
      const { samples, nodes, spent } = ledger.state();
      expect(samples.get('june')).toEqual({ ...june, entry: 2, retired: null });
      expect(nodes.get(june.node)).toEqual({ spent: spending(6), passed: spending('0.6') });
      expect(nodes.has(second.node)).toBe(false);
      expect(spent).toEqual(loss('0.6'));
      await ledger.close();
      const again = await openAt(folder);
      expect(again.state()).toMatchObject({ samples, nodes, spent, entries: 4 });
      expect((await again.budget()).samples).toEqual([
        { name: 'june', scheme: 'bernoulli', rate: 0.05, spent: { epsilon: 6, delta: 0 }, retired: false },
      ]);
      await again.close();
    }));

  test('a split shows what was spent on its busiest part', () =>
    withLedger(policyOf(), async ledger => {
      const halves = [
        { name: 'train', rate: '0.8' },
        { name: 'test', rate: '0.2' },
      ];
      const drawn = [
        sampleOf('coins', 'a', { described: { input: 'visits', scheme: { kind: 'random', parts: halves } } }),
        sampleOf('some', 'b', { described: { input: 'visits', scheme: { kind: 'fixed-size', size: 100 } } }),
      ];
      const nodes = new Map([
        [partOf(drawn[0].node, 'train'), { spent: spending(1), passed: noSpending }],
        [partOf(drawn[0].node, 'test'), { spent: spending(3), passed: noSpending }],
        [drawn[0].node, { spent: noSpending, passed: spending('0.5') }],
        [partOf(drawn[1].node, 'rest'), { spent: spending(2), passed: noSpending }],
      ]);
      await ledger.reserve(asking('count'), () => ({ ...costing('0.5')(), nodes, creates: drawn }));
      const reported = (await ledger.budget()).samples.map(({ name, rate, spent }) => [name, rate, spent.epsilon]);
      expect(reported).toEqual([
        ['coins', null, 3],
        ['some', null, 2],
      ]);
    }));

  test('a question that is refused draws nothing', () =>
    withLedger(policyOf(), async ledger => {
      await expect(ledger.reserve(asking('count'), askingInside(june, '11'))).rejects.toMatchObject({
        code: 'budget_exhausted',
      });
      expect(ledger.state().samples.size).toBe(0);
      expect(await ledger.budget()).toMatchObject({ entries: 1, samples: [] });
    }));

  test('a cap is paid for at once, by the budget, the analyst and the tables', () => {
    const half = { epsilon: written('0.5'), delta: null };
    const policy = policyOf(loss(1), { analysts: new Map([['bob', half]]), tables: new Map([['stays', half]]) });
    return withLedger(policy, async ledger => {
      const made = await ledger.createSample({ analyst: 'bob', tables: ['visits', 'stays'] }, () => ({
        ...creating(capped, '0.3')(),
        nodes: new Map([[june.node, { spent: spending(0), passed: spending('0.3') }]]),
      }));
      expect(made).toMatchObject({ entry: 2, existed: false, charged: loss('0.3'), remaining: loss('0.7') });
      expect(made.sample).toEqual({ ...capped, entry: 2, retired: null });
      expect(await ledger.verify(made)).toMatchObject({ verified: true });
      const { analysts, tables, nodes } = ledger.state();
      for (const spent of [analysts.get('bob'), tables.get('visits'), tables.get('stays')]) {
        expect(spent).toEqual(loss('0.3'));
      }
      expect(nodes.get(june.node)?.passed).toEqual(spending('0.3'));
      const july = sampleOf('july', 'another');
      for (const [analyst, table] of [
        ['bob', 'visits'],
        ['ada', 'stays'],
      ]) {
        await expect(ledger.createSample({ analyst, tables: [table] }, creating(july, '0.25'))).rejects.toMatchObject({
          code: 'budget_exhausted',
        });
      }
      await expect(ledger.createSample(by, creating(july, '0.75'))).rejects.toMatchObject({ code: 'budget_exhausted' });
      expect((await ledger.createSample(by, creating(july, '0.7'))).remaining).toEqual(loss(0));
    });
  });

  test('of the same sample the first draw stands, and another sample needs another name', () =>
    withLedger(policyOf(), async ledger => {
      await ledger.createSample(by, creating(capped, '0.3'));
      const again = await ledger.createSample(
        by,
        creating(sampleOf('june', 'other draw', { cap: spending('2.0') }), '0.3'),
      );
      expect(again).toMatchObject({ existed: true, entry: 2, charged: loss(0), remaining: loss('0.7') });
      expect(again.sample.node).toBe(capped.node);
      const others = [
        { cap: null },
        { cap: { ...spending(2), replaceDelta: written('1e-9') } },
        { cap: spending(2), definition: 'a tenth' },
        { cap: spending(2), state: 'of November' },
      ];
      for (const other of others) {
        const made = ledger.createSample(by, creating(sampleOf('june', 'other draw', other)));
        await expect(made).rejects.toMatchObject({ code: 'sample_differs' });
      }
      expect((await ledger.budget()).entries).toBe(2);
    }));

  test('a retired sample stays known, and its name may be drawn again with nothing spent', () =>
    withLedger(policyOf(), async ledger => {
      await ledger.reserve(asking('count'), askingInside(june, '2'));
      const gone = await ledger.retireSample('june', 'the study is over');
      expect(gone).toMatchObject({ entry: 4, sample: { ...june, retired: 4 } });
      expect(await ledger.retireSample('june', 'once more')).toEqual(gone);
      expect(await ledger.budget()).toMatchObject({ entries: 4, samples: [{ retired: true, spent: { epsilon: 2 } }] });
      const anew = sampleOf('june', 'new draw');
      await ledger.reserve(asking('sum'), askingInside(anew, '1'));
      const { samples, nodes, spent } = ledger.state();
      expect(samples.get('june')).toMatchObject({ node: anew.node, retired: null });
      expect(nodes.get(june.node)?.spent).toEqual(spending(2));
      expect(nodes.get(anew.node)?.spent).toEqual(spending(1));
      expect(spent).toEqual(loss('0.3'));
      await expect(ledger.retireSample('may', 'never was')).rejects.toMatchObject({ code: 'sample_unknown' });
      await expect(ledger.retireSample('june', ' ')).rejects.toMatchObject({ code: 'value_out_of_range' });
    }));

  test('whoever draws or retires a sample is told of that one, also where others took its name before he is', () =>
    withLedger(policyOf(), async ledger => {
      const at = new Date(0).toISOString();
      const bookNow = async () => structuredClone((await ledger.current()) as Book);
      const made = creatingSample(await bookNow(), by, creating(june), at);
      const { head, entry } = await ledger.createSample(by, creating(june));
      const retire = retiringSample(await bookNow(), 'june', 'lost', at);
      const retired = await ledger.retireSample('june', 'lost');
      const other = sampleOf('june', 'second draw');
      await ledger.createSample(by, creating(other));
      const after = await bookNow();
      const written = ({ entry: sequence, head: hash }: Receipt) => [{ sequence, hash, kind: '', body: '' }];
      expect(made.result(written({ entry, head }), after)).toMatchObject({ entry, head, sample: june, existed: false });
      expect(retire.result(written(retired), after)).toEqual(retired);
      expect(retired.sample).toEqual({ ...june, entry, retired: retired.entry });
    }));

  test('a draw that took the name of a retired one answers for itself', () =>
    withLedger(policyOf(), async ledger => {
      await settled(ledger, 'count', askingInside(june, '1'));
      await settled(ledger, 'base', costing('0.1'));
      const unanswered = asking('sum', { idempotencyKey: 'key' });
      await ledger.fail((await ledger.reserve(unanswered, askingInside(june, '1'))) as Hold, 'incident');
      expect(await ledger.reserve(asking('count'), askingInside(june, '1'))).toMatchObject({ kind: 'recorded' });
      await ledger.retireSample('june', 'the study is over');
      expect(await ledger.reserve(asking('base'), costing('0.1'))).toMatchObject({ kind: 'recorded' });
      const anew = sampleOf('june', 'new draw');
      for (const request of [asking('count'), unanswered]) {
        const hold = await ledger.reserve(request, askingInside(anew, '1'));
        expect(hold).toMatchObject({ kind: 'hold', resumed: false, charged: loss('0.1') });
        await ledger.settle(hold as Hold, 'of the new draw');
        expect(await ledger.reserve(request, askingInside(anew, '1'))).toMatchObject({ answer: 'of the new draw' });
      }
    }));

  test('what no chance drew is the same table again, and what was spent on it stays', () =>
    withLedger(policyOf(), async ledger => {
      const first = sampleOf('oldest', 'take', { commitment: null });
      await settled(ledger, 'count', askingInside(first, '1'));
      await ledger.retireSample('oldest', 'the study is over');
      await settled(ledger, 'sum', askingInside(first, '1'));
      expect(ledger.state().nodes.get(first.node)?.spent).toEqual(spending(2));
      for (const plan of ['count', 'sum']) {
        expect(await ledger.reserve(asking(plan), askingInside(first, '1'))).toMatchObject({ kind: 'recorded' });
      }
    }));

  test('an idempotency key answers with what it answered, also after its sample is retired', () =>
    withLedger(policyOf(), async ledger => {
      const request = asking('count', { idempotencyKey: 'key' });
      await ledger.settle((await ledger.reserve(request, askingInside(june, '1'))) as Hold, 'then');
      await ledger.retireSample('june', 'the study is over');
      expect(await ledger.reserve(request, askingInside(june, '1'))).toMatchObject({
        kind: 'recorded',
        answer: 'then',
      });
    }));

  test('a public size is recorded once for each state of the data', () =>
    inFolder(async folder => {
      const ledger = await openAt(folder);
      const visits = { table: 'visits', version: null, state: 'first' };
      await ledger.recordSize({ ...visits, units: 200_000 });
      await ledger.recordSize({ ...visits, version: '2026-11', state: 'second', units: 210_000 });
      await ledger.recordSize({ ...visits, units: 200_000 });
      await ledger.recordSize({ ...visits, table: 'stays', units: 7 });
      for (const units of [199_999, 200_001]) {
        const refused = ledger.recordSize({ ...visits, units });
        await expect(refused).rejects.toMatchObject({ code: 'size_differs' });
        await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(String(units)) });
      }
      await ledger.close();
      const again = await openAt(folder);
      expect(again.state().entries).toBe(4);
      expect(again.state().sizes.get('visits')).toEqual(
        new Map([
          ['first', 200_000],
          ['second', 210_000],
        ]),
      );
      await again.close();
    }));

  test('under a changed policy nothing is drawn', () =>
    inFolder(async folder => {
      await (await openAt(folder)).close();
      const ledger = await openAt(folder, policyOf(loss(1), { fingerprint: 'second' }));
      await expect(ledger.createSample(by, creating(capped, '0.1'))).rejects.toMatchObject({ code: 'policy_changed' });
      await expect(
        ledger.recordSize({ table: 'visits', version: null, state: 'first', units: 1 }),
      ).rejects.toMatchObject({ code: 'policy_changed' });
      await ledger.close();
    }));

  test('a version is written once, and one that was replaced never comes back', () =>
    withLedger(policyOf(), async ledger => {
      const place = 'the database';
      await ledger.announce({ place, version: '1' });
      const { entries } = ledger.state();
      await ledger.announce({ place, version: '1' });
      expect(ledger.state().entries).toBe(entries);
      await ledger.announce({ place, version: '2' });
      expect(ledger.state().entries).toBe(entries + 1);
      await ledger.announce({ place: 'another', version: '1' });
      const refused = await ledger.announce({ place, version: '1' }).catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({ code: 'version_superseded' });
      expect(String(refused)).toContain('Version 1 of the data was replaced by 2');
      expect(ledger.state().entries).toBe(entries + 2);
    }));
});
