/** An aggregator's doors, as it lists them itself: for people who report, for the collector, and for other aggregators. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildAggregator, openSqliteStore, readSecrets } from '../../../src/collect/aggregator/index.ts';
import { drawSecrets } from '../../../src/collect/organiser/index.ts';
import { type Campaign, fingerprintOf } from '../../../src/collect/protocol/index.ts';
import { reproducibleEntropy } from '../../../src/random/index.ts';
import { campaignOf, reportOf, ticketsFor } from '../../support/campaign.ts';
import { addressOf } from '../address.ts';
import { checkWords } from '../oracle.ts';
import { Finding, type Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

export const report: Target = {
  name: 'report',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'sortition-fuzz-'));
    const campaign = campaignOf();
    const [own] = campaign.aggregators;
    const fingerprint = await fingerprintOf(campaign);
    const secrets = drawSecrets(campaign);
    const store = openSqliteStore(join(folder, 'store'));
    await store.enter(fingerprint, campaign);
    const server = buildAggregator({
      ...{ campaigns: new Map([[fingerprint, campaign]]), own, store, secrets: readSecrets(secrets.aggregators[0]) },
      ...{ noiseKey: new Uint8Array(32), clock: () => new Date(0), log: () => {} },
    });
    await server.ready();
    const token = secrets.organiser.collectorTokens[own];
    return {
      seeds: await seedsOf(server, campaign, secrets.organiser.ticketKey),
      vary: varyJson,
      async attempt(text) {
        const sent = sentIn(text);
        if (sent === undefined) return 'nothing to send';
        const { url, method, isCollector, body } = sent;
        const reply = await server.inject({
          ...{ method, url: addressOf(url.replaceAll(':campaign', fingerprint)) },
          headers: {
            ...(isCollector && { authorization: `Bearer ${token}` }),
            ...(body !== '' && { 'content-type': 'application/octet-stream' }),
          },
          ...(method === 'POST' && body !== '' && { payload: Buffer.from(body, 'latin1') }),
        });
        if (reply.statusCode === 500) throw new Finding('fault', `${url} ${reply.body}`);
        if (reply.statusCode >= 400) checkWords(reply.body, { words: [folder, token] });
        return `${url.slice(0, 40)} ${reply.statusCode} ${/"code":"(\w+)"/.exec(reply.body)?.[1] ?? ''}`;
      },
      async close() {
        await server.close();
        await store.end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

/** Of the tree that the server prints, a line each: four characters a level. */
function routesOf(server: FastifyInstance): readonly (readonly [method: string, url: string])[] {
  const ways: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent, part, methods = ''] = /^([\s│├└─]*)(\S+)(?: \((.*)\))?$/u.exec(line) ?? [];
      if (part === undefined) return [];
      const level = indent.length / 4 - 1;
      ways.splice(level, ways.length, part);
      return methods
        .split(', ')
        .filter(method => method === 'GET' || method === 'POST')
        .map(method => [method, ways.join('')] as const);
    });
}

async function seedsOf(server: FastifyInstance, campaign: Campaign, ticketKey: string): Promise<string[]> {
  const entropy = reproducibleEntropy(1);
  const tickets = await ticketsFor(campaign, ticketKey, 3);
  const bodies = [
    '',
    ...tickets.map((ticket, value) => reportOf(campaign, ticket, value, entropy)[0].toString('latin1')),
  ];
  return routesOf(server).flatMap(([method, url]) =>
    bodies.flatMap(body =>
      [true, false].map(isCollector => JSON.stringify({ method, url: url.replace(':round', '1'), isCollector, body })),
    ),
  );
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly isCollector: boolean;
  readonly body: string;
}

/** Other aggregators are not there: to ask them would only wait. */
const ASKS_OTHERS = /\/(agree|release)/;

function sentIn(text: string): Sent | undefined {
  try {
    const { method, url, isCollector, body } = JSON.parse(text);
    if ((method !== 'GET' && method !== 'POST') || typeof url !== 'string' || !url.startsWith('/')) return undefined;
    if (ASKS_OTHERS.test(url)) return undefined;
    return {
      method,
      url,
      isCollector: isCollector === true,
      body: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
    };
  } catch {
    return undefined;
  }
}
