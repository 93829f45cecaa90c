/** The two aggregators of a campaign in this process, listening, with everything they logged. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildAggregator, type LogLine, openSqliteStore, readSecrets } from '../../src/collect/aggregator/index.ts';
import type { CampaignSecrets } from '../../src/collect/organiser/campaign-secrets.ts';
import { drawSecrets } from '../../src/collect/organiser/index.ts';
import { type Campaign, fingerprintOf } from '../../src/collect/protocol/index.ts';
import { campaignOf, ticketsFor } from './campaign.ts';

export interface Listening {
  readonly campaign: Campaign;
  readonly fingerprint: string;
  readonly secrets: CampaignSecrets;
  /** What the collector shows to one aggregator. */
  token(place: number): string;
  readonly log: readonly LogLine[];
  tickets(count: number): Promise<string[]>;
  /** Sends to one aggregator. */
  post(place: number, path: string, request?: { token?: string; body?: Buffer }): Promise<AggregatorReply>;
  /** The file that one aggregator keeps its reports in. */
  store(place: number): string;
  /** Stops one aggregator, or starts it again over what it kept. */
  stop(place: number): Promise<void>;
  start(place: number): Promise<void>;
  end(): Promise<void>;
}

export interface AggregatorReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever an aggregator says
  readonly said: any;
}

export interface Circumstances {
  readonly more?: Partial<Campaign>;
  readonly clock?: () => Date;
  readonly patience?: number;
  readonly grace?: number;
}

export async function listeningIn(folder: string, circumstances: Circumstances = {}): Promise<Listening> {
  const { more = {}, clock = () => new Date(0), patience, grace } = circumstances;
  const ports = await freePorts(2);
  const aggregators = ports.map(port => `http://127.0.0.1:${port}`);
  // in tests few people take part
  const campaign = campaignOf({ ...(more.noise === null && { fewest: 1 }), ...more, aggregators });
  const fingerprint = await fingerprintOf(campaign);
  const secrets = drawSecrets(campaign);
  const noiseKeys = ports.map(() => randomBytes(32));
  const log: LogLine[] = [];
  const running = new Map<number, () => Promise<void>>();
  const storeAt = (place: number): string => join(folder, `store-${place}`);
  const start = async (place: number): Promise<void> => {
    const store = openSqliteStore(storeAt(place));
    await store.enter(fingerprint, campaign);
    const server = buildAggregator({
      campaigns: new Map([[fingerprint, campaign]]),
      own: aggregators[place],
      store,
      secrets: readSecrets(secrets.aggregators[place]),
      noiseKey: noiseKeys[place],
      clock,
      log: line => void log.push(line),
      ...(patience !== undefined && { patience }),
      ...(grace !== undefined && { grace }),
    });
    await server.listen({ port: ports[place], host: '127.0.0.1' });
    running.set(place, async () => {
      await server.close();
      await store.end();
    });
  };
  const stop = async (place: number): Promise<void> => {
    await running.get(place)?.();
    running.delete(place);
  };
  await Promise.all(ports.map((_, place) => start(place)));
  return {
    campaign,
    fingerprint,
    secrets,
    token: place => secrets.organiser.collectorTokens[aggregators[place]],
    log,
    tickets: count => ticketsFor(campaign, secrets.organiser.ticketKey, count),
    async post(place, path, { token, body } = {}) {
      const attempt = () =>
        fetch(`${aggregators[place]}/v1/collect/${path}`, {
          method: 'POST',
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/octet-stream' }),
          },
          ...(body !== undefined && { body: new Uint8Array(body) }),
        });
      // an aggregator that was started again does not know the connection of before
      const response = await attempt().catch(attempt);
      return { status: response.status, said: await response.json() };
    },
    store: storeAt,
    start,
    stop,
    async end() {
      for (const place of [...running.keys()]) await stop(place);
    },
  };
}

/** Ports that nobody listens at: addresses are part of a campaign, and an aggregator that starts again must have its own. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => (server.address() as { port: number }).port);
  await Promise.all(servers.map(server => once(server.close(), 'close')));
  return ports;
}
