import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { inFolder } from '../../../test/support/ledger-case.ts';
import { addShare, oneHot, type Words } from '../protocol/index.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Batch, Release, ReportStore } from './store.ts';

const campaign = campaignOf();
const fingerprint = 'f'.repeat(64);

const wordsOf = (words: Words): Buffer => Buffer.from(words.buffer);

/** Reports of these values, under numbers that are made of their names. */
const batchOf = (...reports: readonly (readonly [name: string, value: number])[]): Batch => ({
  numbers: Buffer.from(reports.map(([name]) => name.padEnd(16)).join('')),
  shares: Buffer.concat(reports.map(([, value]) => wordsOf(oneHot(value, 3)))),
});

const release: Release = { reports: 'all', total: ['1', '2', '0'] };

/** The sum of all shares of a round. */
async function totalOf(store: ReportStore, round = 1): Promise<number[]> {
  const total = new Uint32Array(3);
  await store.visit(fingerprint, (each, _number, share) => {
    if (each === round) addShare(total, share, 1);
  });
  return [...total];
}

async function opened(folder: string): Promise<ReportStore> {
  const store = openSqliteStore(join(folder, 'store'));
  await store.enter(fingerprint, campaign);
  return store;
}

test('each report counts once: again is known, otherwise it differs, within a batch and across them', () =>
  inFolder(async folder => {
    const store = await opened(folder);
    await store.open(fingerprint, 1);
    expect(await store.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2], ['ada', 1], ['bob', 3]))).toEqual([
      'new',
      'new',
      'known',
      'differs',
    ]);
    expect(await store.add(fingerprint, 1, batchOf(['bob', 2], ['cyd', 2], ['ada', 2]))).toEqual([
      'known',
      'new',
      'differs',
    ]);
    await store.close(fingerprint, 1);
    expect(await totalOf(store)).toEqual([1, 2, 0]);
    await store.end();
  }));

test('requests of one moment are one transaction, and each gets its own answer', () =>
  inFolder(async folder => {
    const store = await opened(folder);
    await store.open(fingerprint, 1);
    const answers = await Promise.all([
      store.add(fingerprint, 1, batchOf(['ada', 1])),
      store.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 1])),
      store.add(fingerprint, 1, batchOf(['ada', 2])),
    ]);
    expect(answers).toEqual([['new'], ['known', 'new'], ['differs']]);
    await store.end();
  }));

test('a store that is opened again knows campaigns, rounds, reports and the release', () =>
  inFolder(async folder => {
    const first = await opened(folder);
    await first.open(fingerprint, 1);
    await first.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2]));
    await first.end();
    const second = await opened(folder);
    expect(second.stateOf(fingerprint, 1)).toBe('open');
    expect(await second.add(fingerprint, 1, batchOf(['bob', 3], ['ada', 1], ['cyd', 3]))).toEqual([
      'differs',
      'known',
      'new',
    ]);
    await second.close(fingerprint, 1);
    expect(await totalOf(second)).toEqual([1, 1, 1]);
    expect(await second.record(fingerprint, release)).toEqual(release);
    await second.end();
    const third = await opened(folder);
    expect(third.stateOf(fingerprint, 1)).toBe('closed');
    expect(await third.released(fingerprint)).toEqual(release);
    expect(await third.record(fingerprint, { reports: 'another', total: ['9', '9', '9'] })).toEqual(release);
    expect(await totalOf(third)).toEqual([0, 0, 0]);
    await third.end();
  }));

test('a round takes reports only while it is open, and is opened once', () =>
  inFolder(async folder => {
    const store = await opened(folder);
    const late = { code: 'round_not_open' };
    await expect(store.add(fingerprint, 1, batchOf(['ada', 1]))).rejects.toMatchObject(late);
    await store.open(fingerprint, 1);
    await store.close(fingerprint, 1);
    await expect(store.add(fingerprint, 1, batchOf(['ada', 1]))).rejects.toMatchObject(late);
    await expect(store.open(fingerprint, 1)).rejects.toMatchObject(late);
    expect(await store.numbers(fingerprint, 1)).toEqual([]);
    await expect(store.add(fingerprint, 2, batchOf(['ada', 1]))).rejects.toMatchObject({ code: 'campaign_unknown' });
    await expect(store.open('e'.repeat(64), 1)).rejects.toMatchObject({ code: 'campaign_unknown' });
    await store.end();
  }));

test('rounds are kept apart, and opening the second closes the first', () =>
  inFolder(async folder => {
    const store = openSqliteStore(join(folder, 'store'));
    await store.enter(fingerprint, campaignOf({ protocol: 'two-rounds' }));
    await store.open(fingerprint, 1);
    await store.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2], ['cyd', 2]));
    await store.open(fingerprint, 2);
    expect([store.stateOf(fingerprint, 1), store.stateOf(fingerprint, 2)]).toEqual(['closed', 'open']);
    expect(await store.add(fingerprint, 2, batchOf(['bob', 3], ['dan', 1]))).toEqual(['new', 'new']);
    expect([await totalOf(store, 1), await totalOf(store, 2)]).toEqual([
      [1, 2, 0],
      [1, 0, 1],
    ]);
    await store.end();
  }));

test('after the release no byte of a share is left in any file', () =>
  inFolder(async folder => {
    const store = await opened(folder);
    await store.open(fingerprint, 1);
    const secret = randomBytes(12);
    await store.add(fingerprint, 1, { numbers: randomBytes(16), shares: secret });
    const anywhere = () => readdirSync(folder).some(name => readFileSync(join(folder, name)).includes(secret));
    expect(anywhere()).toBe(true);
    await store.close(fingerprint, 1);
    await store.record(fingerprint, release);
    expect(anywhere()).toBe(false);
    await store.end();
  }));

test('a store is for its owner, for one process, and nothing else is taken for one', () =>
  inFolder(async folder => {
    const store = await opened(folder);
    const unusable = expect.objectContaining({ code: 'store_unusable' });
    expect(statSync(join(folder, 'store')).mode & 0o777).toBe(0o600);
    expect(() => openSqliteStore(join(folder, 'store'))).toThrowError(unusable);
    writeFileSync(join(folder, 'letter'), 'Dear Ada,\n'.repeat(100));
    expect(() => openSqliteStore(join(folder, 'letter'))).toThrowError(unusable);
    expect(() => openSqliteStore(join(folder, 'nowhere', 'store'))).toThrowError(unusable);
    await store.end();
  }));

test('a share is added or taken away word by word, modulo 2^32', () => {
  const total = Uint32Array.of(1, 0, 5);
  addShare(total, wordsOf(Uint32Array.of(9, 2, 3, 4)).subarray(4), -1);
  addShare(total, wordsOf(Uint32Array.of(7, 7, 7)), 1);
  expect([...total]).toEqual([6, 4, 8]);
});
