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
import type { Desk } from './counted-reports.ts';
import type { LogLine } from './log-line.ts';
import { numbersText } from './peers.ts';
import { answerProblems } from './problems.ts';
import { releaseTotal } from './release.ts';
import { checkBearer, type Secrets } from './secrets.ts';
import type { ReportStore } from './store.ts';
import { type Verifier, verifierOf } from './verifier.ts';

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
  const seats = new Map(
    [...aggregator.campaigns].map(([fingerprint]) => [fingerprint, seatIn(aggregator, fingerprint)]),
  );
  collectorRoutes(server, aggregator, seats);
  peerRoutes(server, aggregator, seats);
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

/** Where an aggregator sits in a campaign; the verifier is undefined where reports are plain. */
interface Seat {
  readonly desk: Desk;
  readonly verifier: Verifier | undefined;
}

type Seats = ReadonlyMap<string, Seat>;

function seatIn(aggregator: Aggregator, fingerprint: string): Seat {
  const { store, own, secrets } = aggregator;
  const campaign = campaignIn(aggregator, fingerprint);
  const { peerToken: token } = secrets;
  const seats = campaign.aggregators.map(address => (address === own ? undefined : { address, fingerprint, token }));
  const desk: Desk = { store, fingerprint, campaign, seats, peerToken: token };
  return { desk, verifier: campaign.validity === 'verified' ? verifierOf(desk) : undefined };
}

const known = <Found>(found: Found | undefined): Found =>
  found ?? refuse('campaign_unknown', 'This aggregator has no such campaign, or it is not verified.');

function collectorRoutes(server: FastifyInstance, { store, secrets, below, log }: Aggregator, seats: Seats): void {
  const onlyCollector = async (request: FastifyRequest): Promise<void> =>
    checkBearer(request.headers.authorization, secrets.collectorToken);
  for (const verb of ['open', 'close'] as const)
    server.post<{ Params: Place }>(
      `/v1/collect/:campaign/rounds/:round/${verb}`,
      { onRequest: onlyCollector },
      async ({ params: { campaign, round } }) => {
        await store[verb](known(seats.get(campaign)).desk.fingerprint, Number(round));
        log({ event: verb, campaign, round: Number(round) });
        return { [verb]: Number(round) };
      },
    );
  server.post<{ Params: Place }>(
    '/v1/collect/:campaign/release',
    { onRequest: onlyCollector },
    async ({ params: { campaign } }) => {
      const { desk, verifier } = known(seats.get(campaign));
      const release = await releaseTotal(desk, verifier, below);
      log({ event: 'released', campaign });
      return release;
    },
  );
}

function peerRoutes(server: FastifyInstance, { store, secrets }: Aggregator, seats: Seats): void {
  const onlyPeers = {
    onRequest: async (request: FastifyRequest): Promise<void> =>
      checkBearer(request.headers.authorization, secrets.peerToken),
  };
  const told = (path: string, tell: (place: Place) => Promise<Buffer>): void => {
    server.get<{ Params: Place }>(`/v1/collect/:campaign/${path}`, onlyPeers, async ({ params }, reply) =>
      reply.type('application/octet-stream').send(await tell(params)),
    );
  };
  told('rounds/:round/numbers', async ({ campaign, round }) => {
    if (store.stateOf(campaign, Number(round)) !== 'closed')
      refuse('round_not_closed', 'This round may still take reports; close it first.');
    return numbersText(await store.numbers(campaign, Number(round)));
  });
  const verifierIn = (campaign: string): Verifier => known(seats.get(campaign)?.verifier);
  told('rounds/:round/shown', async ({ campaign, round }) =>
    Buffer.concat(await verifierIn(campaign).shown(Number(round))),
  );
  told('accepted', async ({ campaign }) => numbersText(await verifierIn(campaign).accepted()));
}
