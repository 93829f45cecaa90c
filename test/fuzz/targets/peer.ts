/** Answers of hostile aggregators, as the collector, another aggregator and a person's device see them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptedAt, agreedAt, labelsAlsoAt, shownAt } from '../../../src/collect/aggregator/peers.ts';
import { takePart } from '../../../src/collect/client/index.ts';
import { openCollectLedger, publish, receivedOf } from '../../../src/collect/collector/index.ts';
import { fingerprintOf } from '../../../src/collect/protocol/index.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { campaignOf } from '../../support/campaign.ts';
import { loss } from '../../support/ledger-case.ts';
import { refusalOf } from '../oracle.ts';
import { Finding, type Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

/** What it says to each path, by the last word of that. */
type Replies = Readonly<Record<string, { readonly status?: unknown; readonly body?: unknown } | undefined>>;

const HASH = 'ab'.repeat(32);
const AGREED = { reports: HASH, count: 60 };

const HONEST: Replies = {
  received: { status: 200, body: { rounds: [{ round: 1, state: 'open', reports: 60 }] } },
  close: { status: 200, body: { close: 1 } },
  agree: { status: 200, body: AGREED },
  release: { status: 200, body: { ...AGREED, total: ['20', '20', '10'] } },
  reports: { status: 200, body: { accepted: 1, refused: [] } },
  labels: { status: 200, body: 'x'.repeat(64) },
  shown: { status: 200, body: 'x'.repeat(64) },
  accepted: { status: 200, body: 'x'.repeat(32) },
  agreed: { status: 200, body: 'x'.repeat(32) },
};

const problem = (code: string) => ({ status: 409, body: { code, detail: 'A rule, and the way out.', status: 409 } });

const SEEDS = [
  HONEST,
  { ...HONEST, agree: problem('round_not_closed') },
  { ...HONEST, close: problem('token_invalid'), received: problem('route_unknown') },
  { ...HONEST, release: { status: 503, body: '' }, reports: problem('ticket_invalid') },
].map(replies => JSON.stringify(replies));

export const peer: Target = {
  name: 'peer',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'sortition-fuzz-'));
    let replies: Replies = {};
    const servers = [0, 1].map(() =>
      createServer(({ url = '' }, reply) => say(reply, replies[lastWord(url)])).listen(0, '127.0.0.1'),
    );
    await Promise.all(servers.map(server => once(server, 'listening')));
    const addresses = servers.map(server => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const ledger = await openCollectLedger({
      ...{ address: 'sqlite:people.ledger', folder, budget: loss(1_000_000, 1), clock: () => new Date(0) },
    });
    let campaigns = 0;
    return {
      seeds: SEEDS,
      vary: varyJson,
      async attempt(text) {
        const read = repliesIn(text);
        if (read === undefined) return 'no replies';
        replies = read;
        campaigns += 1;
        const outcomes = await Promise.all(callsOf(addresses, `campaign ${campaigns}`, ledger).map(outcomeOf));
        return outcomes.join();
      },
      async close() {
        for (const server of servers) {
          server.closeAllConnections();
          server.close();
        }
        const verified = await ledger.verify();
        await ledger.close();
        rmSync(folder, { recursive: true, force: true });
        if (!verified.verified) throw new Finding('chain', verified.problem);
      },
    };
  },
};

function callsOf(aggregators: string[], name: string, ledger: Ledger): readonly (() => Promise<unknown>)[] {
  const campaign = campaignOf({ name, aggregators });
  const fingerprint = fingerprintOf(campaign);
  const collecting = async () => ({
    ...{ campaign, fingerprint: await fingerprint, pauses: [] },
    collectorTokens: Object.fromEntries(aggregators.map(address => [address, 'token'])),
  });
  const other = async () => ({ address: aggregators[1], fingerprint: await fingerprint, token: 'token' });
  return [
    async () => receivedOf(await collecting()),
    async () => publish(await collecting(), ledger),
    async () => labelsAlsoAt(await other(), 1, ['x'.repeat(32)]),
    async () => shownAt(await other(), 1, 2, 32),
    async () => acceptedAt(await other(), 2),
    async () => agreedAt(await other()),
    async () => (await takePart({ campaign, ticket: TICKET, pauses: [] })).answer('bus'),
  ];
}

const TICKET = 'A'.repeat(43);

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return 'told';
  } catch (thrown) {
    return refusalOf(thrown, { words: ['sortition-fuzz'] }).code;
  }
}

const lastWord = (url: string): string => /(\w+)(\?.*)?$/.exec(url)?.[1] ?? '';

function say(reply: ServerResponse, said: Replies[string]): void {
  const { status, body } = said ?? {};
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  reply.writeHead(isStatus ? Number(status) : 200);
  reply.end(typeof body === 'string' ? Buffer.from(body, 'latin1') : JSON.stringify(body ?? null));
}

function repliesIn(text: string): Replies | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Replies) : undefined;
  } catch {
    return undefined;
  }
}
