import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../../test/support/ledger-case.ts';
import { entered, fingerprint, release, testPromise, wordsOf } from '../../../test/support/report-store.ts';
import { openFile } from '../../sqlite/index.ts';
import { addShare } from '../reports/index.ts';
import { openSqliteStore } from './sqlite-store.ts';

testPromise(work => inFolder(folder => work(async () => openSqliteStore(join(folder, 'store')))));

test('after the release no byte of a share is left in any file', () =>
  inFolder(async folder => {
    const store = await entered(openSqliteStore(join(folder, 'store')));
    await store.open(fingerprint, 1);
    // of one row alone SQLite would write over the share anyway
    const secrets = [1, 2, 3].map(() => randomBytes(12));
    for (const shares of secrets) await store.add(fingerprint, 1, { labels: randomBytes(32), shares });
    const anywhere = () =>
      readdirSync(folder).some(name => secrets.some(secret => readFileSync(join(folder, name)).includes(secret)));
    expect(anywhere()).toBe(true);
    await store.close(fingerprint, 1);
    await store.record(fingerprint, release);
    expect(anywhere()).toBe(false);
    await store.end();
  }));

test('a store is for its owner, for one process, and nothing else is taken for one', () =>
  inFolder(async folder => {
    const store = await entered(openSqliteStore(join(folder, 'store')));
    const unusable = expect.objectContaining({ code: 'store_unusable' });
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(() => openSqliteStore(join(folder, 'store'))).toThrowError(unusable);
    writeFileSync(join(folder, 'letter'), 'Dear Ada,\n'.repeat(100));
    expect(() => openSqliteStore(join(folder, 'letter'))).toThrowError(unusable);
    expect(() => openSqliteStore(join(folder, 'nowhere', 'store'))).toThrowError(unusable);
    await store.end();
  }));

test.each([
  ['a link', symlinkSync],
  ['a second name', linkSync],
])('a store is for one process also by %s: a ticket would count twice', (_, alias) =>
  inFolder(async folder => {
    const path = join(folder, 'store');
    const store = openSqliteStore(path);
    alias(path, join(folder, 'alias'));
    const unusable = expect.objectContaining({ code: 'store_unusable' });
    expect(() => openSqliteStore(join(folder, 'alias'))).toThrowError(unusable);
    await store.end();
  }),
);

test('a link to a store is that store', () =>
  inFolder(async folder => {
    mkdirSync(join(folder, 'disk'));
    symlinkSync(join(folder, 'disk'), join(folder, 'mounted'));
    const store = await entered(openSqliteStore(join(folder, 'mounted', 'store')));
    await store.open(fingerprint, 1);
    await store.end();
    symlinkSync(join(folder, 'mounted', 'store'), join(folder, 'alias'));
    const again = openSqliteStore(join(folder, 'alias'));
    expect(await again.stateOf(fingerprint, 1)).toBe('open');
    expect(readdirSync(folder).sort()).toEqual(['alias', 'disk', 'mounted']);
    await again.end();
  }));

test('a store of an earlier version is refused as such: its reports do not say which split they are of', () =>
  inFolder(async folder => {
    const path = join(folder, 'store');
    await openSqliteStore(path).end();
    const file = openFile(path);
    file.exec('PRAGMA user_version = 1');
    file.close();
    expect(() => openSqliteStore(path)).toThrowError(expect.objectContaining({ code: 'store_outdated' }));
  }));

test('a share is added or taken away word by word, modulo 2^32', () => {
  const total = Uint32Array.of(1, 0, 5);
  addShare(total, wordsOf(Uint32Array.of(9, 2, 3, 4)).subarray(4), -1);
  addShare(total, wordsOf(Uint32Array.of(7, 7, 7)), 1);
  expect([...total]).toEqual([6, 4, 8]);
});
