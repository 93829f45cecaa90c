import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { replyEndlessly } from '../../../test/support/endless-reply.ts';
import { openRound } from './publish.ts';
import { receivedOf } from './received.ts';

/** A campaign whose first aggregator says this, and whose second has two reports. */
async function saying<T>(status: number, said: unknown, work: (collecting: Parameters<typeof receivedOf>[0]) => T) {
  const sound = { rounds: [{ round: 1, state: 'open', reports: 2 }] };
  const servers = [
    { status, said },
    { status: 200, said: sound },
  ].map(each =>
    createServer((_request, reply) => reply.writeHead(each.status).end(JSON.stringify(each.said))).listen(0),
  );
  await Promise.all(servers.map(server => once(server, 'listening')));
  const aggregators = servers.map(server => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const campaign = campaignOf({ aggregators });
  try {
    const collectorTokens = Object.fromEntries(aggregators.map(address => [address, '0'.repeat(64)]));
    return await work({ campaign, fingerprint: 'f'.repeat(64), collectorTokens, pauses: [] });
  } finally {
    for (const server of servers) server.close();
  }
}

const refusedAt = (status: number, said: unknown) =>
  saying(status, said, async collecting => {
    const [{ state, aggregators }] = await receivedOf(collecting);
    expect({ state, second: aggregators[1] }).toMatchObject({ state: 'open', second: { reports: 2, refused: null } });
    return aggregators[0];
  });

test.each([
  ['what is no number', { rounds: [{ round: 1, state: 'open', reports: 'many' }] }],
  ['fewer than none', { rounds: [{ round: 1, state: 'open', reports: -1 }] }],
  ['another round', { rounds: [{ round: 2, state: 'open', reports: 1 }] }],
  ['nothing', null],
])('an aggregator that says %s says nothing, and the other one is seen', async (_, said) =>
  expect(await refusedAt(200, said)).toMatchObject({ reports: null, refused: { code: 'aggregator_unreachable' } }),
);

test('one that does not know the question is older', async () =>
  expect(await refusedAt(404, { code: 'route_unknown', detail: 'There is no such route.' })).toMatchObject({
    refused: { code: 'aggregator_unreachable', message: expect.stringContaining('older version') },
  }));

test('a refusal keeps its code and says whose it is; words that only look like a code are none', async () => {
  const unknown = await refusedAt(404, { code: 'campaign_unknown', detail: 'No such campaign.' });
  expect(unknown.refused).toEqual({ code: 'campaign_unknown', message: `${unknown.address}: No such campaign.` });
  await saying(404, { code: 'constructor', detail: 'x' }, collecting =>
    expect(openRound(collecting, 1)).rejects.toMatchObject({ code: 'aggregator_unreachable' }),
  );
});

test.each([[{ code: 5 }], [{ code: null, detail: 7 }], [{ code: ['token_invalid'] }], ['token_invalid'], [7]])(
  'a problem that is none, %j, is an aggregator that did not answer',
  async said => {
    await saying(400, said, collecting =>
      expect(openRound(collecting, 1)).rejects.toMatchObject({ code: 'aggregator_unreachable' }),
    );
  },
);

test('an aggregator that never stops talking says nothing, and takes no memory', async () => {
  const server = createServer((_request, reply) => replyEndlessly(reply, '['.charCodeAt(0))).listen(0);
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const campaign = { ...campaignOf(), aggregators: [address] };
  const collecting = { campaign, fingerprint: 'f'.repeat(64), collectorTokens: { [address]: '0' }, pauses: [] };
  await expect(openRound(collecting, 1)).rejects.toMatchObject({ code: 'aggregator_unreachable' });
  const [{ aggregators }] = await receivedOf(collecting);
  expect(aggregators[0]).toMatchObject({ reports: null, refused: { code: 'aggregator_unreachable' } });
  server.closeAllConnections();
  server.close();
});
