import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../../test/support/ledger-case.ts';
import { openNoiseKey } from './noise-key.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('a key is drawn once, is its owner’s alone, and is not in the store', () =>
  inFolder(async folder => {
    const [path, file] = [join(folder, 'key'), join(folder, 'store')];
    const store = openSqliteStore(file);
    const key = await openNoiseKey(path, store);
    expect(key).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await openNoiseKey(path, store)).toEqual(key);
    await store.end();
    const bytes = readFileSync(file);
    expect(bytes.includes(key) || bytes.includes(key.toString('hex'))).toBe(false);
  }));

test('a store takes no other key than the one it was begun with, and none is drawn in its place', () =>
  inFolder(async folder => {
    const path = join(folder, 'key');
    const store = openSqliteStore(join(folder, 'store'));
    await openNoiseKey(path, store);
    const missing = { code: 'noise_key_missing' };
    for (const text of ['a'.repeat(64), 'no key']) {
      writeFileSync(path, text);
      await expect(openNoiseKey(path, store)).rejects.toMatchObject(missing);
    }
    rmSync(path);
    await expect(openNoiseKey(path, store)).rejects.toMatchObject(missing);
    expect(() => statSync(path)).toThrow();
    await store.end();
  }));
