/** What every store of an aggregator promises, as tests: for SQLite and PostgreSQL alike. */
import { expect, test } from 'vitest';
import type { Batch, ReleasedShare, ReportStore } from '../../src/collect/aggregator/store.ts';
import { addShare, oneHot } from '../../src/collect/reports/index.ts';
import type { ShareVector } from '../../src/collect/reports/shares.ts';
import { campaignOf } from './campaign.ts';

const campaign = campaignOf();
export const fingerprint = 'f'.repeat(64);

export const wordsOf = (words: ShareVector): Buffer => Buffer.from(words.buffer);

/** The label of somebody's report: of the ticket and of the split. */
export const labelOf = (name: string, split = 'once'): string => name.padEnd(16) + split.padEnd(16);

/** Reports of these values, under numbers that are made of their names. */
export const batchOf = (...reports: readonly (readonly [name: string, value: number, split?: string])[]): Batch => ({
  labels: Buffer.from(reports.map(([name, , split]) => labelOf(name, split)).join('')),
  shares: Buffer.concat(reports.map(([, value]) => wordsOf(oneHot(value, 3)))),
});

export const release: ReleasedShare = { reports: 'all', count: 3, total: ['1', '2', '0'] };

/** The sum of all shares of a round. */
export async function totalOf(store: ReportStore, round = 1): Promise<number[]> {
  const total = new Uint32Array(3);
  await store.visit(fingerprint, (each, _label, share) => {
    if (each === round) addShare(total, share, 1);
  });
  return [...total];
}

export async function entered(store: ReportStore): Promise<ReportStore> {
  await store.enter(fingerprint, campaign);
  return store;
}

/** Gives an empty place, in which the same store is opened again and again. */
export type InStore = (work: (reopen: () => Promise<ReportStore>) => Promise<void>) => Promise<void>;

export function testPromise(inStore: InStore): void {
  test('each report counts once: again is known, otherwise it differs, within a batch and across them', () =>
    inStore(async reopen => {
      const store = await entered(await reopen());
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
      // the same share under another split is another report
      expect(await store.add(fingerprint, 1, batchOf(['ada', 1, 'again'], ['dan', 0], ['dan', 0, 'again']))).toEqual([
        'differs',
        'new',
        'differs',
      ]);
      expect(await store.labels(fingerprint, 1)).toEqual(['ada', 'bob', 'cyd', 'dan'].map(name => labelOf(name)));
      await store.close(fingerprint, 1);
      expect(await totalOf(store)).toEqual([1, 2, 0]);
      await store.end();
    }));

  test('requests of one moment are answered as if one had come after the other, in some order', () =>
    inStore(async reopen => {
      const store = await entered(await reopen());
      await store.open(fingerprint, 1);
      const requests = [
        [['ada', 1]],
        [
          ['ada', 1],
          ['bob', 1],
        ],
        [['ada', 2]],
      ] as const;
      const answers = await Promise.all(requests.map(reports => store.add(fingerprint, 1, batchOf(...reports))));
      // processes that share a database promise no order, so each first request is right, and everything follows from it
      expect([
        { answers: [['new'], ['known', 'new'], ['differs']], total: [2, 0, 0] },
        { answers: [['known'], ['new', 'new'], ['differs']], total: [2, 0, 0] },
        { answers: [['differs'], ['differs', 'new'], ['new']], total: [1, 1, 0] },
      ]).toContainEqual({ answers, total: await totalOf(store) });
      await store.end();
    }));

  test('a store that is opened again knows campaigns, rounds, reports and the release', () =>
    inStore(async reopen => {
      const first = await entered(await reopen());
      await first.open(fingerprint, 1);
      await first.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2]));
      await first.end();
      const second = await entered(await reopen());
      expect(await second.stateOf(fingerprint, 1)).toBe('open');
      expect(await second.add(fingerprint, 1, batchOf(['bob', 3], ['ada', 1], ['cyd', 3]))).toEqual([
        'differs',
        'known',
        'new',
      ]);
      await second.close(fingerprint, 1);
      expect(await totalOf(second)).toEqual([1, 1, 1]);
      expect(await second.record(fingerprint, release)).toEqual(release);
      await second.end();
      const third = await entered(await reopen());
      expect(await third.stateOf(fingerprint, 1)).toBe('closed');
      expect(await third.released(fingerprint)).toEqual(release);
      expect(await third.count(fingerprint, 1)).toBe(3);
      expect(await third.record(fingerprint, { ...release, total: ['9', '9', '9'] })).toEqual(release);
      expect(await totalOf(third)).toEqual([0, 0, 0]);
      await third.end();
    }));

  test('the set that counts, and the key of the noise, are put on record once, and outlive the process', () =>
    inStore(async reopen => {
      const first = await entered(await reopen());
      expect([await first.agreed(fingerprint), await first.noiseKey()]).toEqual([undefined, undefined]);
      const set = { reports: 'a'.repeat(64), count: 3 };
      expect(await first.agree(fingerprint, set)).toEqual(set);
      expect(await first.agree(fingerprint, { reports: 'b'.repeat(64), count: 2 })).toEqual(set);
      expect(await first.bindNoiseKey('c')).toBe('c');
      expect(await first.bindNoiseKey('d')).toBe('c');
      await first.end();
      const second = await entered(await reopen());
      expect([await second.agreed(fingerprint), await second.noiseKey()]).toEqual([set, 'c']);
      await second.end();
    }));

  test('a round takes reports only while it is open, and is opened once', () =>
    inStore(async reopen => {
      const store = await entered(await reopen());
      const late = { code: 'round_not_open' };
      await expect(store.add(fingerprint, 1, batchOf(['ada', 1]))).rejects.toMatchObject(late);
      await store.open(fingerprint, 1);
      await store.close(fingerprint, 1);
      await expect(store.add(fingerprint, 1, batchOf(['ada', 1]))).rejects.toMatchObject(late);
      await expect(store.open(fingerprint, 1)).rejects.toMatchObject(late);
      expect(await store.labels(fingerprint, 1)).toEqual([]);
      await expect(store.add(fingerprint, 2, batchOf(['ada', 1]))).rejects.toMatchObject({ code: 'campaign_unknown' });
      await expect(store.open('e'.repeat(64), 1)).rejects.toMatchObject({ code: 'campaign_unknown' });
      await store.end();
    }));

  test('rounds are kept apart, and opening the second closes the first', () =>
    inStore(async reopen => {
      const store = await reopen();
      await store.enter(fingerprint, campaignOf({ protocol: 'two-rounds' }));
      await store.open(fingerprint, 1);
      await store.add(fingerprint, 1, batchOf(['ada', 1], ['bob', 2], ['cyd', 2]));
      await store.open(fingerprint, 2);
      expect([await store.stateOf(fingerprint, 1), await store.stateOf(fingerprint, 2)]).toEqual(['closed', 'open']);
      expect(await store.add(fingerprint, 2, batchOf(['bob', 3], ['dan', 1]))).toEqual(['new', 'new']);
      expect([await store.count(fingerprint, 1), await store.count(fingerprint, 2)]).toEqual([3, 2]);
      expect([await totalOf(store, 1), await totalOf(store, 2)]).toEqual([
        [1, 2, 0],
        [1, 0, 1],
      ]);
      await store.end();
    }));
}
