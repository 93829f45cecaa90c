/**
 * A dishonest aggregator names only one victim among its reports, so that the honest one totals the share of that person
 * alone. Without noise the two shares are the answer. A floor of counted reports stops it, as far as it goes.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, test } from 'vitest';
import { plainShares } from '../../src/collect/client/index.ts';
import { closeRound, openRound } from '../../src/collect/collector/index.ts';
import { reportBytes, ticketBytes } from '../../src/collect/reports/index.ts';
import { systemEntropy } from '../../src/random/index.ts';
import { type Case, campaigning } from '../support/campaigning.ts';

const entropy = systemEntropy();

/** In the place of the second aggregator: it has these reports, and agrees to whatever the first one does. */
async function dishonest(on: Case, labels: Buffer): Promise<Server> {
  await on.stop(1);
  const server = createServer((request, reply) => {
    void (async () => {
      if (request.url?.endsWith('/labels')) reply.end(labels);
      else {
        const { token } = on.secrets.aggregators[1].peers[0];
        const own = await fetch(`${on.campaign.aggregators[0]}${request.url}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        reply.end(Buffer.from(await own.arrayBuffer()));
      }
    })();
  }).listen(Number(new URL(on.campaign.aggregators[1]).port), '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Thirty people answer 2, the victim 3; what comes of the attack on the victim. */
async function attacked(on: Case): Promise<{ status: number; said: { code?: string; total?: string[] }; own: Buffer }> {
  await openRound(on.collecting, 1);
  const [victim, ...others] = await on.tickets(31);
  for (const ticket of others) await on.report(ticket, 2);
  const bodies = plainShares(on.campaign, 3, entropy).map(share =>
    Buffer.from(reportBytes(ticketBytes(victim), share)),
  );
  for (const [place, body] of bodies.entries()) await on.post(place, `${on.fingerprint}/rounds/1/reports`, { body });
  await closeRound(on.collecting, 1);
  const label = Buffer.concat([bodies[1].subarray(0, 16), bodies[1].subarray(32, 48)]);
  const server = await dishonest(on, label);
  const ask = (verb: string) => on.post(0, `${on.fingerprint}/${verb}`, { token: on.token(0) });
  const agreed = await ask('agree');
  const released = agreed.status === 200 ? await ask('release') : agreed;
  server.close();
  return { ...released, own: bodies[1].subarray(48) };
}

test('of one named victim nothing is released: fewer reports than the floor count', () =>
  campaigning({ more: { noise: null, fewest: 20 } }, async on => {
    const { status, said } = await attacked(on);
    expect({ status, code: said.code, total: said.total }).toEqual({
      status: 409,
      code: 'too_few_reports',
      total: undefined,
    });
  }));

test('without the floor the attack reads the victim: the test can fail', () =>
  campaigning({ more: { noise: null, fewest: 1 } }, async on => {
    const { said, own } = await attacked(on);
    const answer = said.total?.map((each, value) => (Number(each) + own.readUInt32LE(value * 4)) % 2 ** 32);
    expect(answer).toEqual([0, 0, 1]);
  }));

test('with noise what it reads is covered by the noise of the honest aggregator', () =>
  campaigning({ more: { noise: { epsilon: 0.01 } } }, async on => {
    const { said, own } = await attacked(on);
    const read = said.total?.map((each, value) => ((Number(each) + own.readUInt32LE(value * 4)) | 0) as number) ?? [];
    // scale 100: three values all within 1 of the truth would be a chance of about 3 in a million
    expect(read.some((each, value) => Math.abs(each - [0, 0, 1][value]) > 1)).toBe(true);
  }));
