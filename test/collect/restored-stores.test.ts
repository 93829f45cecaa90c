/** A store that was restored from a copy forgets what was released: nothing new may be learned by asking it again. */
import { copyFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agreedReports } from '../../src/collect/collector/agreed-reports.ts';
import { closeRound, openRound, publish } from '../../src/collect/collector/index.ts';
import { type Case, campaigning } from '../support/campaigning.ts';

/** A copy of the file, as an operator makes it: the aggregator is stopped meanwhile. */
async function copied(on: Case, place: number): Promise<void> {
  await on.stop(place);
  copyFileSync(on.store(place), `${on.store(place)}.copy`);
  await on.start(place);
}

async function restored(on: Case, place: number): Promise<void> {
  await on.stop(place);
  for (const companion of ['-wal', '-shm']) rmSync(`${on.store(place)}${companion}`, { force: true });
  copyFileSync(`${on.store(place)}.copy`, on.store(place));
  await on.start(place);
}

const asked = (on: Case, place: number, verb: string) =>
  on.post(place, `${on.fingerprint}/${verb}`, { token: on.token(place) });

test('restored with the same reports, an aggregator tells the same numbers again, however often', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    for (const ticket of await on.tickets(12)) await on.report(ticket, 2);
    await closeRound(on.collecting, 1);
    await copied(on, 0);
    await publish(on.collecting, on.ledger);
    const first = await asked(on, 0, 'release');
    expect(first.status).toBe(200);
    for (let turn = 0; turn < 3; turn += 1) {
      await restored(on, 0);
      // it does not know any more what was agreed on, and says so
      expect(await asked(on, 0, 'release')).toMatchObject({ status: 409, said: { code: 'reports_differ' } });
      expect(await asked(on, 0, 'agree')).toMatchObject({ status: 200, said: { count: 12 } });
      expect(await asked(on, 0, 'release')).toEqual(first);
    }
  }));

test('restored with fewer reports, it counts no other set: the others hold the hash of the one that was counted', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    const tickets = await on.tickets(12);
    for (const ticket of tickets.slice(0, 7)) await on.report(ticket, 2);
    await copied(on, 0);
    for (const ticket of tickets.slice(7)) await on.report(ticket, 1);
    await publish(on.collecting, on.ledger);
    await restored(on, 0);
    expect(await asked(on, 0, 'rounds/1/close')).toMatchObject({ status: 200 });
    for (const verb of ['agree', 'release'])
      expect(await asked(on, 0, verb)).toMatchObject({ status: 409, said: { code: 'reports_differ' } });
  }));

test('where all of them were restored, the ledger of the collector holds the hash', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    const tickets = await on.tickets(12);
    for (const ticket of tickets.slice(0, 7)) await on.report(ticket, 2);
    for (const place of [0, 1]) await copied(on, place);
    for (const ticket of tickets.slice(7)) await on.report(ticket, 1);
    await closeRound(on.collecting, 1);
    expect(await agreedReports(on.collecting, on.ledger)).toMatchObject({ count: 12 });
    for (const place of [0, 1]) await restored(on, place);
    await expect(publish(on.collecting, on.ledger)).rejects.toMatchObject({ code: 'reports_differ' });
    // and none of them put the other set on record
    const { token } = on.secrets.aggregators[1].peers[0];
    const held = await fetch(`${on.campaign.aggregators[0]}/v1/collect/${on.fingerprint}/agreed`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([held.status, (await held.arrayBuffer()).byteLength]).toEqual([200, 0]);
  }));

test('no total leaves before all aggregators hold the same set', () =>
  campaigning({}, async on => {
    await openRound(on.collecting, 1);
    for (const ticket of await on.tickets(5)) await on.report(ticket, 2);
    await closeRound(on.collecting, 1);
    const refused = { status: 409, said: { code: 'reports_differ' } };
    expect(await asked(on, 0, 'release')).toMatchObject(refused);
    expect(await asked(on, 0, 'agree')).toMatchObject({ status: 200 });
    expect(await asked(on, 0, 'release')).toMatchObject(refused);
    expect(await asked(on, 1, 'agree')).toMatchObject({ status: 200 });
    expect(await asked(on, 0, 'release')).toMatchObject({ status: 200 });
  }));
