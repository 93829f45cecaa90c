import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as inFile from '../../test/support/ledger-case.ts';
import { asking, costing, loss, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import { openLedgerLate } from './late-ledger.ts';

const policy = policyOf(loss(1));

forEveryStore(({ inFolder, openAt, openingAt, traces, lose }) => {
  test('nothing is made until something is written, and what was left before is the whole budget', () =>
    inFolder(async folder => {
      const late = await openLedgerLate(openingAt(folder, policy));
      expect(late.state()).toMatchObject({ entries: 0, budget: policy.budget, spent: loss(0) });
      expect(await late.repeated(asking('count'))).toBeUndefined();
      expect(await traces(folder)).toEqual([]);
      expect(await late.reserve(asking('count'), costing('0.25'))).toMatchObject({ kind: 'hold' });
      expect(late.created).toBe(true);
      expect(late.state()).toMatchObject({ entries: 2, spent: loss('0.25') });
      await late.close();
    }));

  test('an anchor that knows of no ledger makes none; one that does tells that it is gone', () =>
    inFolder(async folder => {
      const opening = { ...openingAt(folder, policy), anchor: join(folder, 'anchor') };
      const late = await openLedgerLate(opening);
      expect(await traces(folder)).toEqual([]);
      await late.reserve(asking('count'), costing('0.25'));
      await late.close();
      await lose(folder);
      await expect(openLedgerLate(opening)).rejects.toMatchObject({ code: 'ledger_rolled_back' });
    }));

  test('two who wait for one ledger make it once, and see what the other spent', () =>
    inFolder(async folder => {
      const [one, other] = await Promise.all([1, 2].map(() => openLedgerLate(openingAt(folder, policy))));
      await Promise.all([one.reserve(asking('a'), costing('0.25')), other.reserve(asking('b'), costing('0.5'))]);
      expect([one.created, other.created].filter(Boolean)).toHaveLength(1);
      expect((await one.budget()).spent.epsilon).toBe(0.75);
      expect((await other.budget()).spent.epsilon).toBe(0.75);
      await expect(other.reserve(asking('c'), costing('0.5'))).rejects.toMatchObject({ code: 'budget_exhausted' });
      await one.close();
      await other.close();
    }));

  test('an answer that somebody else recorded meanwhile is repeated', () =>
    inFolder(async folder => {
      const late = await openLedgerLate(openingAt(folder, policy));
      const first = await openAt(folder, policy);
      const hold = await first.reserve(asking('count'), costing('0.25'));
      if (hold.kind !== 'hold') throw new Error('a new question is held');
      await first.settle(hold, 5);
      expect(await late.repeated(asking('count'))).toMatchObject({ kind: 'recorded', answer: 5 });
      await late.close();
      await first.close();
    }));

  test('a ledger that is there is opened at once, and refuses a changed policy only when it is charged', () =>
    inFolder(async folder => {
      await (await openAt(folder, policy)).close();
      const late = await openLedgerLate(openingAt(folder, policyOf(loss(1), { fingerprint: 'another' })));
      expect(late.state().entries).toBe(1);
      await expect(late.reserve(asking('count'), costing('0.1'))).rejects.toMatchObject({ code: 'policy_changed' });
      await late.close();
    }));

  test('what is refused before anything was written leaves nothing behind', () =>
    inFolder(async folder => {
      const late = await openLedgerLate(openingAt(folder, policy));
      await expect(late.reserve(asking('count'), costing('1.5'))).rejects.toMatchObject({ code: 'budget_exhausted' });
      await expect(late.retireSample('nobody', 'why not')).rejects.toMatchObject({ code: 'sample_unknown' });
      const refused = () => {
        throw new Error('no such sample');
      };
      await expect(late.createSample({ analyst: 'ada', tables: ['visits'] }, refused)).rejects.toThrow(
        'no such sample',
      );
      expect(await late.current()).toMatchObject({ entries: 0, budget: policy.budget });
      expect(await traces(folder)).toEqual([]);
      await late.close();
    }));

  test('what somebody else wrote meanwhile is looked up', () =>
    inFolder(async folder => {
      const late = await openLedgerLate(openingAt(folder, policy));
      const first = await openAt(folder, policy);
      await first.reserve(asking('count'), costing('0.75'));
      expect(await late.current()).toMatchObject({ spent: loss('0.75') });
      await expect(late.reserve(asking('sum'), costing('0.5'))).rejects.toMatchObject({ code: 'budget_exhausted' });
      await late.close();
      await first.close();
    }));

  test('once closed it is not made any more', () =>
    inFolder(async folder => {
      const late = await openLedgerLate(openingAt(folder, policy));
      await late.close();
      const refused = { code: 'source_unreadable' };
      await expect(late.reserve(asking('count'), costing('0.1'))).rejects.toMatchObject(refused);
      expect(await traces(folder)).toEqual([]);
    }));
});

test('what could not be made is tried again', () =>
  inFile.inFolder(async folder => {
    const nowhere = join(folder, 'later');
    const late = await openLedgerLate(inFile.openingAt(nowhere, policy));
    await expect(late.reserve(asking('count'), costing('0.1'))).rejects.toMatchObject({ code: 'ledger_unwritable' });
    mkdirSync(nowhere);
    expect(await late.reserve(asking('count'), costing('0.1'))).toMatchObject({ kind: 'hold' });
    await late.close();
  }));

test('closing is no failure where it could not be made', () =>
  inFile.inFolder(async folder => {
    const late = await openLedgerLate(inFile.openingAt(join(folder, 'nowhere'), policy));
    const making = late.reserve(asking('count'), costing('0.1'));
    const [made, , closed] = await Promise.allSettled([making, immediately(), immediately().then(() => late.close())]);
    expect(made).toMatchObject({ status: 'rejected', reason: { code: 'ledger_unwritable' } });
    expect(closed.status).toBe('fulfilled');
  }));
