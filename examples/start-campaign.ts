/**
 * A campaign that lives as long as `npm start` does: two aggregators on this machine, and people who answer one by one.
 * Everybody is made up anew at each start, and so is their ledger.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildAggregator, openSqliteStore, readSecrets, type Secrets } from '../src/collect/aggregator/index.ts';
import { openRound } from '../src/collect/collector/index.ts';
import { drawSecrets } from '../src/collect/organiser/index.ts';
import { type Campaign, fingerprintOf } from '../src/collect/protocol/index.ts';
import { issueTickets, ticketKeyFor } from '../src/collect/tickets/index.ts';
import { commute } from './collect/commute.ts';
import { type Neighbour, neighboursOf } from './collect/neighbours.ts';

const PEOPLE = 600;
const BETWEEN_PEOPLE = 400;

export interface StartedCampaign {
  /** Its flags of `sortition serve`. */
  readonly flags: readonly string[];
  stop(): Promise<void>;
}

export async function startCampaign(parent: string): Promise<StartedCampaign> {
  rmSync(parent, { recursive: true, force: true });
  const folder = join(parent, 'campaigns');
  mkdirSync(join(folder, 'commute'), { recursive: true });
  const campaign = commute([await freePort(), await freePort()].map(port => `http://127.0.0.1:${port}`));
  const fingerprint = await fingerprintOf(campaign);
  const { organiser, aggregators } = drawSecrets(campaign);
  writeFileSync(join(folder, 'commute', 'campaign.json'), JSON.stringify(campaign, null, 2));
  writeFileSync(join(folder, 'commute', 'organiser.json'), JSON.stringify(organiser), { mode: 0o600 });
  const stops = await Promise.all(
    campaign.aggregators.map((own, place) =>
      startAggregator(campaign, fingerprint, own, readSecrets(aggregators[place]), join(parent, `shares-${place + 1}`)),
    ),
  );
  await openRound({ campaign, fingerprint, ...organiser }, 1);
  const tickets = issueTickets(ticketKeyFor(Buffer.from(organiser.ticketKey, 'hex'), fingerprint), PEOPLE);
  const leaving = new AbortController();
  const answering = answerOneByOne(
    `${campaign.aggregators[0]}/v1/collect/${fingerprint}`,
    await neighboursOf(campaign, tickets),
    leaving.signal,
  );
  return {
    flags: [
      ...['--campaigns', folder],
      ...['--collect-ledger', `sqlite:${join(parent, 'people.ledger')}`],
      ...['--collect-budget-epsilon', '2'],
    ],
    async stop() {
      leaving.abort();
      await answering;
      for (const stop of stops) await stop();
    },
  };
}

async function startAggregator(campaign: Campaign, fingerprint: string, own: string, secrets: Secrets, path: string) {
  const store = openSqliteStore(path);
  await store.enter(fingerprint, campaign);
  const server = buildAggregator({
    campaigns: new Map([[fingerprint, campaign]]),
    own,
    store,
    secrets,
    noiseKey: randomBytes(32),
    clock: () => new Date(),
    log: () => {},
  });
  await server.listen({ host: '127.0.0.1', port: Number(new URL(own).port) });
  return async (): Promise<void> => {
    await server.close();
    await store.end();
  };
}

/** In whichever round is open; to the second come those who were in the first. */
async function answerOneByOne(address: string, people: readonly Neighbour[], signal: AbortSignal): Promise<void> {
  const reported = [people.length, 0, 0];
  while (!signal.aborted) {
    const { open } = (await (await fetch(address)).json()) as { readonly open: number | null };
    if (open !== null && reported[open] < reported[open - 1]) {
      // a round may close while somebody answers
      await people[reported[open]](open).catch(() => {});
      reported[open] += 1;
    }
    await pause(BETWEEN_PEOPLE, undefined, { signal }).catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  await once(server.close(), 'close');
  return port;
}
