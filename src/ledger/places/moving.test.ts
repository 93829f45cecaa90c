import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import {
  asking,
  costing,
  inFolder,
  KEY_FILE,
  loss,
  openAt,
  openingAt,
  policyOf,
} from '../../../test/support/ledger-case.ts';
import { askingInside, sampleOf, spending } from '../../../test/support/ledger-sample.ts';
import { openDatabase, type PostgresServer } from '../../../test/support/postgres.ts';
import { preparedKey } from '../../../test/support/prepared-key.ts';
import type { LedgerPlace } from '../../source/places/index.ts';
import type { Hold, Ledger } from '../ledger.ts';
import { openLedger } from '../open-ledger.ts';
import { verifiedBook } from '../verification.ts';
import { homeOf } from './homes.ts';
import { moveLedger } from './moving.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const policy = policyOf(loss(10));
const moved = { code: 'ledger_moved' };

/** A ledger in a file, with two samples of which one is retired, and a question that nobody answered. */
async function filled(folder: string): Promise<{ readonly key: string; readonly commitment: string }> {
  const ledger = await openAt(folder, policy);
  const [kept, over] = [await preparedKey(ledger.keys), await preparedKey(ledger.keys)];
  for (const [name, { commitment }] of [
    ['june', kept],
    ['may', over],
  ] as const) {
    const sample = sampleOf(name, name, { commitment });
    const hold = await ledger.reserve(asking(`${name} count`), askingInside(sample, '1'));
    await ledger.settle(hold as Hold, { people: name });
  }
  await ledger.retireSample('may', 'over');
  await ledger.keys.erase(over.commitment);
  await ledger.reserve(asking('unanswered'), costing('0.5'));
  await ledger.close();
  return kept;
}

interface Places {
  readonly folder: string;
  readonly file: LedgerPlace;
  readonly database: LedgerPlace;
  readonly keyFile: string;
  open(place: LedgerPlace): Promise<Ledger>;
}

const withPlaces = (work: (places: Places) => Promise<void>): Promise<void> =>
  inFolder(async folder => {
    await server.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE');
    const keyFile = join(folder, KEY_FILE);
    writeFileSync(keyFile, 'a5'.repeat(32), { mode: 0o600 });
    await work({
      folder,
      keyFile,
      file: { kind: 'sqlite', path: join(folder, 'visits.ledger') },
      database: { kind: 'postgres', url: server.url },
      open: place => openLedger({ ...openingAt(folder, policy), place, keyFile }),
    });
  });

describe.skipIf(started === undefined)('a ledger that moves', () => {
  test('is the same there: chain, spending, answers, keys; nobody writes here any more, and nobody need ask again', () =>
    withPlaces(async ({ folder, file, database, keyFile, open }) => {
      const { key, commitment } = await filled(folder);
      const before = await openAt(folder, policy);
      const { head, spent, entries } = await before.budget();
      expect(await moveLedger({ from: file, to: database, keyFile })).toEqual({ entries, head, spent, keys: 1 });
      await expect(before.reserve(asking('new'), costing('1'))).rejects.toMatchObject(moved);
      await before.close();
      await expect(openAt(folder, policy)).rejects.toMatchObject(moved);
      expect(readdirSync(join(folder, 'visits.ledger.keys'))).toEqual([]);
      const after = await open(database);
      expect(await after.budget()).toMatchObject({ head, spent, entries });
      expect(await after.verify({ entry: entries, head })).toMatchObject({ verified: true });
      expect(await after.keys.read(commitment)).toBe(key);
      expect(await after.reserve(asking('june count'), costing('9'))).toMatchObject({ answer: { people: 'june' } });
      const hold = await after.reserve(asking('unanswered'), costing('0.5'));
      expect(hold).toMatchObject({ kind: 'hold', resumed: true });
      await after.settle(hold as Hold, 'late');
      await after.close();
      // and back, into another file
      const back = { kind: 'sqlite', path: join(folder, 'back.ledger') } as const;
      expect(await moveLedger({ from: database, to: back, keyFile })).toMatchObject({ keys: 1, spent });
      await expect(open(database)).rejects.toMatchObject(moved);
      const home = await open(back);
      expect(await home.reserve(asking('unanswered'), costing('0.5'))).toMatchObject({ answer: 'late' });
      expect(await home.keys.read(commitment)).toBe(key);
      expect(home.state().nodes.get(home.state().samples.get('june')?.node ?? '')?.spent).toEqual(spending(1));
      await home.reserve(asking('another'), costing('1'));
      await home.close();
      expect(await server.rows('SELECT * FROM sortition_ledger.sample_keys')).toEqual([]);
    }));

  test('goes on where it was interrupted, to the same target and no other', () =>
    withPlaces(async ({ folder, file, database, keyFile, open }) => {
      await filled(folder);
      // closed, and nothing arrived
      const target = homeOf(database, keyFile);
      await homeOf(file, keyFile).leave({ id: await target.identity(), address: 'there' });
      await target.close();
      await expect(openAt(folder, policy)).rejects.toMatchObject(moved);
      const elsewhere = { kind: 'sqlite', path: join(folder, 'elsewhere.ledger') } as const;
      await expect(moveLedger({ from: file, to: elsewhere, keyFile })).rejects.toMatchObject(moved);
      const first = await moveLedger({ from: file, to: database, keyFile });
      // arrived, and nobody heard of it; meanwhile the budget goes on there
      expect(await moveLedger({ from: file, to: database, keyFile })).toEqual(first);
      const after = await open(database);
      await after.reserve(asking('new'), costing('1'));
      await after.close();
      expect(await moveLedger({ from: file, to: database, keyFile })).toMatchObject({ entries: first.entries + 1 });
      await expect(moveLedger({ from: file, to: elsewhere, keyFile })).rejects.toMatchObject(moved);
    }));

  test('keeps a new one from beginning where it is awaited, and arrives when the move is repeated', () =>
    withPlaces(async ({ folder, file, database, keyFile, open }) => {
      await filled(folder);
      const back = { kind: 'sqlite', path: join(folder, 'back.ledger') } as const;
      for (const [from, to] of [
        [file, database],
        [database, back],
      ] as const) {
        const [source, target] = [homeOf(from, keyFile), homeOf(to, keyFile)];
        const book = verifiedBook(
          await source.everything(({ entries, highest }) => ({ entries: [...entries], highest })),
        );
        const place = { id: await target.identity(), address: 'there' };
        // stopped between any two steps, and whoever was told where it went opens it there
        await target.expect({ first: book.heads[0], address: 'here' });
        await expect(open(to)).rejects.toMatchObject({ code: 'ledger_arriving' });
        await source.leave(place);
        await expect(open(to)).rejects.toMatchObject({ code: 'ledger_arriving' });
        await expect(target.expect({ first: 'another', address: 'elsewhere' })).rejects.toMatchObject({
          code: 'ledger_not_empty',
        });
        await source.close();
        await target.close();
        expect(await moveLedger({ from, to, keyFile })).toMatchObject({ entries: book.entries });
        const arrived = await open(to);
        expect(arrived.state().spent).toEqual(book.spent);
        await arrived.close();
        await expect(open(from)).rejects.toMatchObject(moved);
      }
      expect(readdirSync(folder).filter(name => name.includes('arriving'))).toEqual([]);
    }));

  test('is refused, and left as it is, where it cannot arrive', () =>
    withPlaces(async ({ folder, file, database, keyFile, open }) => {
      await expect(moveLedger({ from: file, to: database })).rejects.toMatchObject({ code: 'file_unreadable' });
      await filled(folder);
      await (await open(database)).close();
      await expect(moveLedger({ from: file, to: database, keyFile })).rejects.toMatchObject({
        code: 'ledger_not_empty',
      });
      await server.run('DROP SCHEMA sortition_ledger CASCADE');
      const nowhere = { kind: 'sqlite', path: join(folder, 'nowhere', 'ledger') } as const;
      await expect(moveLedger({ from: file, to: nowhere, keyFile })).rejects.toMatchObject({
        code: 'ledger_unwritable',
      });
      mkdirSync(join(folder, 'taken'));
      const taken = { kind: 'sqlite', path: join(folder, 'taken') } as const;
      await expect(moveLedger({ from: file, to: taken, keyFile })).rejects.toMatchObject({ code: 'ledger_not_empty' });
      await (await openAt(folder, policy)).close();
    }));

  test('is refused before it is closed where a key is missing or the chain is broken', () =>
    withPlaces(async ({ folder, file, database, keyFile }) => {
      const { commitment } = await filled(folder);
      await homeOf(file, keyFile).keys.erase(commitment);
      await expect(moveLedger({ from: file, to: database, keyFile })).rejects.toMatchObject({
        code: 'sample_key_missing',
      });
      await (await openAt(folder, policy)).close();
      const sqlite = new Database(join(folder, 'visits.ledger'));
      sqlite.exec(`DROP TRIGGER no_update_of_answers; UPDATE answers SET answer = '1' WHERE entry = 4`);
      sqlite.close();
      await expect(moveLedger({ from: file, to: database, keyFile })).rejects.toMatchObject({ code: 'ledger_damaged' });
      await (await openAt(folder, policy)).close();
    }));
});
