/** What was answered before of the same data needs no budget; what could not be finished is not lost. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../src/vocabulary/index.ts';
import { ask, spentOf, withData } from '../support/clinic.ts';
import { asking, costing, inFolder, openAt, policyOf } from '../support/ledger-case.ts';

const SQL = 'SELECT count(*) FROM visits';

test('a repeat is answered from the ledger, with its key also while the data are away', () =>
  withData(async (data, clinic) => {
    const first = await ask(data, SQL, { epsilon: 1, idempotencyKey: 'k' });
    expect(await ask(data, SQL, { epsilon: 1 })).toMatchObject({ recorded: true, rows: first.rows });
    rmSync(clinic.path('visits.csv'));
    // which data would be asked, nobody can say
    await expect(ask(data, SQL, { epsilon: 1 })).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(await ask(data, SQL, { epsilon: 1, idempotencyKey: 'k' })).toMatchObject({
      recorded: true,
      rows: first.rows,
    });
    await expect(ask(data, SQL, { epsilon: 2, idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    await expect(ask(data, SQL, { epsilon: 2 })).rejects.toMatchObject({ code: 'file_unreadable' });
    await expect(ask(data, SQL, { epsilon: 1, fresh: true })).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(await spentOf(data)).toBe(1);
  }));

test('a repeat on a named sample too, until the sample is retired', () =>
  withData(async (data, clinic) => {
    const sampled = `${SQL} TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')`;
    await ask(data, sampled, { epsilon: 1 });
    const file = clinic.path('visits.csv');
    expect(await ask(data, sampled, { epsilon: 1 })).toMatchObject({ recorded: true });
    await data.retire('half', 'over');
    rmSync(file);
    await expect(ask(data, sampled, { epsilon: 1 })).rejects.toMatchObject({ code: 'file_unreadable' });
  }));

test('a repeat through another opening too, which has not seen yet that the sample was drawn', () =>
  withData(async (data, clinic) => {
    const other = await clinic.open();
    const sampled = `${SQL} TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')`;
    const { rows } = await ask(data, sampled, { epsilon: 1, idempotencyKey: 'k' });
    expect(await ask(other, sampled, { epsilon: 1, idempotencyKey: 'k' })).toMatchObject({ recorded: true, rows });
    const third = await clinic.open();
    const split = `${SQL} TABLESAMPLE BERNOULLI (20) REPEATABLE ('fifth')`;
    const first = await ask(data, split, { epsilon: 1 });
    expect(await ask(third, split, { epsilon: 1 })).toMatchObject({ recorded: true, rows: first.rows });
    expect(await spentOf(data)).toBeCloseTo(2, 9);
    for (const each of [other, third]) await each.close();
  }));

test('a refused question leaves no key behind', () =>
  withData(async (data, clinic) => {
    const sampled = "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')";
    await expect(ask(data, sampled, { epsilon: 1000 })).rejects.toMatchObject({ code: 'budget_exhausted' });
    expect(readdirSync(clinic.path('visits.ledger.keys'))).toEqual([]);
    expect(await data.samples()).toEqual([]);
  }));

test('where neither answer nor failure can be written, the same process resumes the question at no further cost', () =>
  inFolder(async folder => {
    const ledger = await openAt(folder, policyOf(), 50);
    const hold = await ledger.reserve(asking('p'), costing('0.5'));
    if (hold.kind !== 'hold') throw new TypeError('nothing was asked before');
    await expect(ledger.reserve(asking('p'), costing('0.5'))).rejects.toMatchObject({ code: 'in_progress' });
    const other = new Database(join(folder, 'visits.ledger'));
    other.exec('BEGIN IMMEDIATE');
    await expect(ledger.settle(hold, 'answer')).rejects.toMatchObject({ code: 'ledger_locked' });
    await expect(ledger.fail(hold, 'incident')).rejects.toMatchObject({ code: 'ledger_locked' });
    other.exec('ROLLBACK');
    other.close();
    const resumed = await ledger.reserve(asking('p'), costing('0.5'));
    expect(resumed).toMatchObject({ kind: 'hold', resumed: true });
    // whoever had it before has lost it
    await expect(ledger.settle(hold, 'late')).rejects.toMatchObject({ code: 'hold_lost' });
    expect((await ledger.budget()).spent.epsilon).toBe(0.5);
    await ledger.close();
  }));

test.each([
  ['a fault of ours', new TypeError('noise that nothing was prepared for')],
  // numbers and draws that cannot be are refused by the same words as what somebody asks for
  [
    'a fault of ours that is worded as a refusal',
    new Refusal('value_out_of_range', 'Infinity is not a finite number.'),
  ],
])(
  'an answer that %s loses after its charge is not made again with other noise: asked again, it is paid again',
  (_, fault) =>
    withData(async data => {
      const faulty = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation(() => {
        throw fault;
      });
      await expect(ask(data, SQL, { epsilon: 1, idempotencyKey: 'k' })).rejects.toThrow(fault);
      faulty.mockRestore();
      const { ledger } = data.deployment;
      expect((await ledger.budget()).spent.epsilon).toBe(1);
      const again = await ask(data, SQL, { epsilon: 1, idempotencyKey: 'k' });
      expect(again).toMatchObject({ recorded: false, charged: { epsilon: 1 } });
      expect(await ask(data, SQL, { epsilon: 1, idempotencyKey: 'k' })).toMatchObject({
        recorded: true,
        rows: again.rows,
      });
      expect((await ledger.budget()).spent.epsilon).toBe(2);
    }),
);

test('a name that another process retired and drew anew is that draw for everybody, at once', () =>
  withData(async (data, clinic) => {
    const sampled = (rate: number): string => `${SQL} TABLESAMPLE BERNOULLI (${rate}) REPEATABLE ('half')`;
    await ask(data, sampled(50), { epsilon: 1 });
    const other = await clinic.open();
    await other.retire('half', 'another rate');
    const { rows } = await ask(other, sampled(25), { epsilon: 1 });
    expect(await ask(data, sampled(25), { epsilon: 1 })).toMatchObject({ recorded: true, rows });
    await other.retire('half', 'another scheme');
    await other.close();
    const scheme = { kind: 'fixed-size', size: 7 } as const;
    await expect(data.create({ name: 'half', table: 'visits', scheme })).resolves.toMatchObject({ existed: false });
  }));
