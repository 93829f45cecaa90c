/** A ledger's file that is locked, gone, replaced or nowhere; and many questions at once in one process. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openLedger } from '../../src/ledger/index.ts';
import { ledgerPlace } from '../../src/ledger/places/index.ts';
import { asking, costing, inFolder, loss, openAt, policyOf } from '../support/ledger-case.ts';

test('a locked ledger refuses after a bounded wait and charges nothing; one that is free again goes on', () =>
  inFolder(async folder => {
    const ledger = await openAt(folder, policyOf(), 40);
    const other = new Database(join(folder, 'visits.ledger'));
    other.exec('BEGIN IMMEDIATE');
    const ask = () => ledger.reserve(asking('count'), costing('0.1'));
    await expect(ask()).rejects.toMatchObject({ code: 'ledger_locked' });
    expect(await ledger.budget()).toMatchObject({ spent: { epsilon: 0 }, entries: 1 });
    const waiting = ask();
    other.exec('COMMIT');
    expect(await waiting).toMatchObject({ kind: 'hold', resumed: false });
    other.close();
    await ledger.close();
  }));

test('a ledger that disappears is refused by whoever used it, and made anew loudly', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger');
    const ledger = await openAt(folder);
    const ask = () => ledger.reserve(asking('count'), costing('0.1'));
    await ask();
    for (const end of ['', '-wal', '-shm']) renameSync(`${path}${end}`, `${path}.away${end}`);
    await expect(ask()).rejects.toMatchObject({ code: 'ledger_rolled_back' });
    const anew = await openAt(folder);
    expect(anew.created).toBe(true);
    await expect(ask()).rejects.toMatchObject({ code: 'ledger_rolled_back' });
    await anew.close();
    await ledger.close();
  }));

test('a folder that is not there, or that bears the name, is refused', () =>
  inFolder(async folder => {
    await expect(openAt(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ledger_unwritable' });
    mkdirSync(join(folder, 'visits.ledger'));
    await expect(openAt(folder)).rejects.toMatchObject({ code: 'ledger_unwritable' });
    rmSync(join(folder, 'visits.ledger'), { recursive: true });
    expect((await openAt(folder)).created).toBe(true);
  }));

test.each(['postgres:somewhere', 'postgres://me:secret@here/there', 'visits.ledger', 'sqlite:', ''])(
  '"%s" names no ledger',
  address =>
    expect(async () =>
      openLedger({ place: ledgerPlace(address, '.'), policy: policyOf(), clock: () => new Date(0) }),
    ).rejects.toMatchObject({ code: 'ledger_unsupported' }),
);

test('many questions at once, through two openings in one process, spend the budget and no more', () =>
  inFolder(async folder => {
    const ledgers = [await openAt(folder, policyOf(loss('0.7'))), await openAt(folder, policyOf(loss('0.7')))];
    const asked = Array.from({ length: 40 }, (_, turn) =>
      ledgers[turn % 2].reserve(asking(`question ${turn}`), costing('0.1')),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'budget_exhausted' });
    }
    const same = await Promise.allSettled(ledgers.map(ledger => ledger.reserve(asking('again'), costing('0'))));
    expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const ledger of ledgers) {
      expect(await ledger.budget()).toMatchObject({ spent: { epsilon: 0.7 }, remaining: { epsilon: 0 } });
      await ledger.close();
    }
  }));
