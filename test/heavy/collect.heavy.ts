import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { plainShares, said } from '../../src/collect/client/index.ts';
import { fingerprintOf, numberOf, roll, sidesOf } from '../../src/collect/protocol/index.ts';
import { reportBytes, ticketBytes } from '../../src/collect/reports/index.ts';
import { systemEntropy, uniform } from '../../src/random/index.ts';
import { collectionIn } from '../support/collection.ts';
import { commandFile } from '../support/command.ts';
import { crowdOf } from '../support/crowd.ts';
import { inFolder } from '../support/ledger-case.ts';

const PEOPLE = 100_000;
const BATCH = 500;

const entropy = systemEntropy();
const below = uniform(entropy);

/** Sends until it is acknowledged; now and then once more. */
async function delivered(address: string, body: Buffer): Promise<void> {
  for (;;) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    const heard = (await response?.json().catch(() => undefined)) as { refused: unknown } | undefined;
    if (response?.status === 200 && heard !== undefined) {
      expect(heard.refused).toEqual([]);
      if (below(10) > 0) return;
    } else await pause(100);
  }
}

test('100,000 people in batches, each aggregator killed five times: every report counts exactly once', () =>
  inFolder(async folder => {
    const command = await commandFile();
    const collection = await collectionIn(folder, command, { noise: null }, PEOPLE);
    const { campaign } = collection;
    const fingerprint = await fingerprintOf(campaign);
    await Promise.all([collection.start(0), collection.start(1)]);
    expect((await collection.organise(['open'])).exit).toBe(0);
    const expected = [0, 0, 0];
    const sides = sidesOf(campaign, 3);
    const reports = crowdOf(collection.tickets, below).map(({ ticket, truth, givesUp }) => {
      const rolled = roll(below, sides);
      const value = numberOf(campaign.answers, truth);
      if (rolled === 'sampled' && value > 0 && !givesUp) expected[value - 1] += 1;
      const shares = plainShares(campaign, said(campaign, 1, rolled, truth), entropy);
      return { givesUp, bodies: shares.map(share => Buffer.from(reportBytes(ticketBytes(ticket), share))) };
    });
    const deliver = async (place: number): Promise<void> => {
      const own = reports.filter(({ givesUp }) => place === 0 || !givesUp).map(({ bodies }) => bodies[place]);
      const batches = Array.from({ length: Math.ceil(own.length / BATCH) }, (_, batch) =>
        Buffer.concat(own.slice(batch * BATCH, (batch + 1) * BATCH)),
      );
      const address = `${campaign.aggregators[place]}/v1/collect/${fingerprint}/rounds/1/reports`;
      const worker = async (): Promise<void> => {
        while (batches.length > 0) {
          await delivered(address, batches.splice(below(batches.length), 1)[0]);
          await pause(20);
        }
      };
      await Promise.all([worker(), worker(), worker()]);
    };
    const crash = async (place: number): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) {
        await pause(300);
        await collection.kill(place);
        await collection.start(place);
      }
    };
    await Promise.all([deliver(0), deliver(1), crash(0), crash(1)]);
    const ledger = `sqlite:${join(folder, 'people.ledger')}`;
    const budget = ['--budget-epsilon', '1', '--budget-delta', '1'];
    const { out } = await collection.organise(['publish', '--ledger', ledger, ...budget, '--json']);
    const { estimates } = JSON.parse(out);
    expect(estimates.map(({ estimate }: { estimate: number }) => estimate * campaign.sampling)).toEqual(expected);
    await collection.end();
  }));
