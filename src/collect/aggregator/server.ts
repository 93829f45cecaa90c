/**
 * An aggregator as an HTTP server. People send reports, the collector opens and closes rounds and asks for the total,
 * the other aggregators ask which reports there are. Logs name campaigns, rounds and codes, never a report.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Below } from '../../random/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, roundsOf } from '../protocol/index.ts';
import { readTicketKey, ticketKeyFor } from '../tickets/index.ts';
import { accept } from './arrival.ts';
import type { LogLine } from './log-line.ts';
import { numbersAt, numbersText } from './peers.ts';
import { answerProblems } from './problems.ts';
import { releaseTotal } from './release.ts';
import { checkBearer, type Secrets } from './secrets.ts';
import type { ReportStore } from './store.ts';

export interface Aggregator {
  /** By fingerprint; the address that is this aggregator's own is the only one that is not asked. */
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly own: string;
  readonly store: ReportStore;
  readonly secrets: Secrets;
  readonly below: Below;
  readonly clock: () => Date;
  readonly log: (line: LogLine) => void;
  /** Milliseconds in which a request must have arrived. */
  readonly patience?: number;
}

/** A thousand reports of a thousand values; campaigns of more values send smaller batches. */
const BODY_BYTES = 8 << 20;
const PATIENCE = 15_000;

interface Place {
  readonly campaign: string;
  readonly round: string;
}

export function buildAggregator(aggregator: Aggregator): FastifyInstance {
  const { patience = PATIENCE } = aggregator;
  const server = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: patience,
    // slow senders are looked for this often; headers that may take longer than the whole would not count
    http: { connectionsCheckingInterval: Math.ceil(patience / 2), headersTimeout: patience, requestTimeout: patience },
    forceCloseConnections: 'idle',
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  answerProblems(server, aggregator.log);
  allowPages(server);
  server.get('/health', () => ({ healthy: true }));
  peopleRoutes(server, aggregator);
  collectorRoutes(server, aggregator);
  peerRoutes(server, aggregator);
  return server;
}

/** Pages of anybody may send reports and read campaigns: both are public, and no request carries a cookie. */
function allowPages(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'));
  server.options('/v1/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .send(),
  );
}

const campaignIn = ({ campaigns }: Aggregator, fingerprint: string): Campaign =>
  campaigns.get(fingerprint) ?? refuse('campaign_unknown', 'This aggregator has no such campaign.');

function peopleRoutes(server: FastifyInstance, aggregator: Aggregator): void {
  const { store, secrets, clock, log } = aggregator;
  const secret = readTicketKey(secrets.ticketKey);
  server.get<{ Params: Place }>('/v1/collect/:campaign', ({ params: { campaign: fingerprint } }) => {
    const campaign = campaignIn(aggregator, fingerprint);
    const open = roundsOf(campaign).find(round => store.stateOf(fingerprint, round) === 'open');
    return { campaign, open: open ?? null };
  });
  server.post<{ Params: Place; Body: Buffer | undefined }>(
    '/v1/collect/:campaign/rounds/:round/reports',
    async ({ params: { campaign: fingerprint, round }, body }) => {
      const campaign = campaignIn(aggregator, fingerprint);
      if (!(campaign.closes === null || clock() <= new Date(campaign.closes)))
        refuse('round_not_open', 'This campaign does not take reports any more.');
      const desk = { store, fingerprint, campaign, key: ticketKeyFor(secret, fingerprint) };
      const told = await accept(desk, Number(round), body ?? Buffer.alloc(0));
      for (const [code, count] of counted(told.refused.map(({ code }) => code)))
        log({ event: 'refused', campaign: fingerprint, round: Number(round), code, count });
      return told;
    },
  );
}

function counted(codes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function collectorRoutes(server: FastifyInstance, aggregator: Aggregator): void {
  const { store, secrets, own, below, log } = aggregator;
  const onlyCollector = async (request: FastifyRequest): Promise<void> =>
    checkBearer(request.headers.authorization, secrets.collectorToken);
  for (const verb of ['open', 'close'] as const)
    server.post<{ Params: Place }>(
      `/v1/collect/:campaign/rounds/:round/${verb}`,
      { onRequest: onlyCollector },
      async ({ params: { campaign, round } }) => {
        campaignIn(aggregator, campaign);
        await store[verb](campaign, Number(round));
        log({ event: verb, campaign, round: Number(round) });
        return { [verb]: Number(round) };
      },
    );
  server.post<{ Params: Place }>(
    '/v1/collect/:campaign/release',
    { onRequest: onlyCollector },
    async ({ params: { campaign: fingerprint } }) => {
      const campaign = campaignIn(aggregator, fingerprint);
      const others = campaign.aggregators.filter(address => address !== own);
      const { peerToken } = secrets;
      const peerNumbers = (round: number) =>
        Promise.all(others.map(address => numbersAt(address, fingerprint, round, peerToken)));
      const release = await releaseTotal({ store, fingerprint, campaign, peerNumbers, peerToken, below });
      log({ event: 'released', campaign: fingerprint });
      return release;
    },
  );
}

function peerRoutes(server: FastifyInstance, { store, secrets }: Aggregator): void {
  server.get<{ Params: Place }>(
    '/v1/collect/:campaign/rounds/:round/numbers',
    { onRequest: async request => checkBearer(request.headers.authorization, secrets.peerToken) },
    async ({ params: { campaign, round } }, reply) => {
      if (store.stateOf(campaign, Number(round)) !== 'closed')
        refuse('round_not_closed', 'This round may still take reports; close it first.');
      return reply.type('application/octet-stream').send(numbersText(await store.numbers(campaign, Number(round))));
    },
  );
}
