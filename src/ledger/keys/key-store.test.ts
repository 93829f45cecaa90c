import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inFolder } from '../../../test/support/ledger-case.ts';
import { preparedKey } from '../../../test/support/prepared-key.ts';
import { Refusal } from '../../vocabulary/index.ts';
import { openKeyStore } from './key-store.ts';

const WRAPPING = '0123456789abcdef'.repeat(4);

/** A key store with and without a key file, each in a folder of its own. */
const withStores = (work: (folder: string, keyFile: string | undefined) => Promise<void>): Promise<void> =>
  inFolder(async folder => {
    const keyFile = join(folder, 'wrapping');
    writeFileSync(keyFile, `${WRAPPING}\n`);
    await work(join(folder, 'plain.keys'), undefined);
    await work(join(folder, 'wrapped.keys'), keyFile);
  });

async function refusalOf(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work();
  } catch (caught) {
    if (caught instanceof Refusal) return caught;
    throw caught;
  }
  throw new Error('nothing was refused');
}

test('a key is on disk for its owner alone, under its commitment, and read by another process', () =>
  withStores(async (folder, keyFile) => {
    const store = openKeyStore(folder, keyFile);
    const keys = [await preparedKey(store), await preparedKey(store)];
    expect(keys[0].key).not.toBe(keys[1].key);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual(keys.map(({ commitment }) => commitment).sort());
    for (const { key, commitment } of keys) {
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex')).toBe(commitment);
      expect(statSync(join(folder, commitment)).mode & 0o777).toBe(0o600);
      expect(await openKeyStore(folder, keyFile).read(commitment)).toBe(key);
      const text = readFileSync(join(folder, commitment), 'latin1');
      expect(text.includes(key)).toBe(keyFile === undefined);
    }
  }));

test('a folder that others may enter is closed to them', () =>
  inFolder(async folder => {
    const path = join(folder, 'visits.ledger.keys');
    mkdirSync(path, { mode: 0o755 });
    await preparedKey(openKeyStore(path));
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }));

test('an erased key is gone, and erasing again is harmless', () =>
  withStores(async (folder, keyFile) => {
    const store = openKeyStore(folder, keyFile);
    const { commitment } = await preparedKey(store);
    await store.erase(commitment);
    await store.erase(commitment);
    expect(readdirSync(folder)).toEqual([]);
    expect(await refusalOf(() => store.read(commitment))).toMatchObject({ code: 'sample_key_missing' });
  }));

test('many who erase one key at once do no harm to each other', () =>
  inFolder(async folder => {
    const store = openKeyStore(join(folder, 'keys'));
    for (let turn = 0; turn < 5; turn += 1) {
      const { commitment } = await preparedKey(store);
      const erased: Promise<unknown>[] = [];
      for (let eraser = 0; eraser < 60; eraser += 1) {
        erased.push(store.erase(commitment).catch((caught: unknown) => caught));
        // some come while others are at it
        if (eraser % 3 === 0) await immediately();
      }
      expect((await Promise.all(erased)).filter(caught => caught !== undefined)).toEqual([]);
    }
  }));

test('what is not the committed key is refused, and the refusal names the way out and no key', () =>
  withStores(async (folder, keyFile) => {
    const store = openKeyStore(folder, keyFile);
    const [one, other] = [await preparedKey(store), await preparedKey(store)];
    const path = join(folder, one.commitment);
    const text = readFileSync(path, 'latin1');
    const last = text.trimEnd().slice(-1);
    const damages = [
      () => copyFileSync(join(folder, other.commitment), path),
      () => writeFileSync(path, `${text.trimEnd().slice(0, -1)}${last === '0' ? '1' : '0'}\n`),
      () => writeFileSync(path, text.slice(0, 40)),
      () => writeFileSync(path, 'aes-256-gcm'),
      () => writeFileSync(path, 'aes-256-gcm 00 00 00'),
      () => writeFileSync(path, ''),
      () => rmSync(path),
    ];
    for (const damage of damages) {
      damage();
      const { code, message } = await refusalOf(() => store.read(one.commitment));
      expect(code).toBe('sample_key_missing');
      expect(message).toContain('retire the sample');
      for (const { key } of [one, other]) expect(message).not.toContain(key);
    }
    expect(await store.read(other.commitment)).toBe(other.key);
  }));

test('a wrapped key needs its own key file', () =>
  inFolder(async folder => {
    const [digits, bytes, wrong, broken] = ['digits', 'bytes', 'wrong', 'broken'].map(name => join(folder, name));
    writeFileSync(digits, WRAPPING.toUpperCase());
    writeFileSync(bytes, Buffer.from(WRAPPING, 'hex'));
    writeFileSync(wrong, 'f'.repeat(64));
    writeFileSync(broken, 'f'.repeat(63));
    const keys = join(folder, 'visits.ledger.keys');
    const { key, commitment } = await preparedKey(openKeyStore(keys, digits));
    expect(await openKeyStore(keys, bytes).read(commitment)).toBe(key);
    const codeWith = async (keyFile?: string) =>
      (await refusalOf(() => openKeyStore(keys, keyFile).read(commitment))).code;
    expect(await codeWith(wrong)).toBe('sample_key_missing');
    expect(await codeWith(undefined)).toBe('sample_key_missing');
    expect(await codeWith(broken)).toBe('file_unreadable');
    expect(await codeWith(join(folder, 'nowhere'))).toBe('file_unreadable');
    await expect(preparedKey(openKeyStore(keys, join(folder, 'nowhere')))).rejects.toThrow('openssl');
    expect(readdirSync(keys)).toEqual([commitment]);
  }));

test('a folder that cannot be made is refused', () =>
  inFolder(async folder => {
    writeFileSync(join(folder, 'file'), '');
    const store = openKeyStore(join(folder, 'file', 'keys'));
    await expect(preparedKey(store)).rejects.toMatchObject({ code: 'ledger_unwritable' });
  }));
