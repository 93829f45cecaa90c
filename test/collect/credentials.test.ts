/** Whose secrets open which door: nobody's file opens anything that is not theirs, and no file opens its own aggregator. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildAggregator, openSqliteStore, readSecrets } from '../../src/collect/aggregator/index.ts';
import { openRound } from '../../src/collect/collector/index.ts';
import { drawSecrets } from '../../src/collect/organiser/index.ts';
import { campaignOf } from '../support/campaign.ts';
import { campaigning } from '../support/campaigning.ts';
import { inFolder } from '../support/ledger-case.ts';

/** Every text in a file. */
const textsIn = (file: unknown): string[] =>
  typeof file === 'string'
    ? [file]
    : typeof file === 'object' && file !== null
      ? Object.values(file).flatMap(textsIn)
      : [];

const COLLECTOR = ['rounds/1/open', 'rounds/1/close', 'release'] as const;

test('nothing in the file of an aggregator orders or releases anything, at another aggregator or at itself', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    for (const file of on.secrets.aggregators)
      for (const token of new Set(textsIn(file)))
        for (const place of [0, 1])
          for (const path of COLLECTOR)
            expect(await on.post(place, `${on.fingerprint}/${path}`, { token })).toMatchObject({ status: 401 });
    // the doors were there all the time
    expect(await on.post(0, `${on.fingerprint}/rounds/1/close`, { token: on.token(0) })).toMatchObject({ status: 200 });
    expect(await on.post(1, `${on.fingerprint}/rounds/1/close`, { token: on.token(0) })).toMatchObject({ status: 401 });
  }));

test('an aggregator asks another one as itself: its token is good for one purpose at one aggregator', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    const [first, second] = on.secrets.aggregators;
    const asked = (place: number, token: string) =>
      fetch(`${on.campaign.aggregators[place]}/v1/collect/${on.fingerprint}/rounds/1/labels`, {
        headers: { authorization: `Bearer ${token}` },
      }).then(({ status }) => status);
    // 409: let in, and told that the round is not closed yet
    expect(await asked(1, first.peers[0].token)).toBe(409);
    const others = [...textsIn(second), ...textsIn(on.secrets.organiser)];
    for (const token of others) expect(await asked(1, token)).toBe(401);
  }));

test('a file of an earlier version, or of another aggregator, is refused in words', () =>
  inFolder(async folder => {
    const [ticketKey, collectorToken, peerToken] = ['a', 'b', 'c'].map(digit => digit.repeat(64));
    expect(() => readSecrets({ ticketKey, collectorToken, peerToken })).toThrow('create the campaign again');
    const campaign = campaignOf();
    const [first] = drawSecrets(campaign).aggregators;
    const store = openSqliteStore(join(folder, 'store'));
    const serving = { campaigns: new Map([['f'.repeat(64), campaign]]), store, noiseKey: Buffer.alloc(32) };
    const more = { clock: () => new Date(0), log: () => {} };
    const build = (own: string, secrets: unknown) =>
      buildAggregator({ ...serving, ...more, own, secrets: readSecrets(secrets) });
    expect(() => build(campaign.aggregators[1], first)).toThrow(`belong to ${campaign.aggregators[0]}`);
    expect(() => build(first.address, { ...first, peers: [] })).toThrow(`do not list ${campaign.aggregators[1]}`);
    await store.end();
  }));
