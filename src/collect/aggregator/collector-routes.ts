/** What the collector asks of an aggregator: to open and close rounds, how many reports there are, to agree on those that count, and for the total. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../vocabulary/index.ts';
import { roundsOf } from '../protocol/index.ts';
import { agree } from './agreement.ts';
import type { Log } from './log-line.ts';
import { releaseTotal } from './release.ts';
import type { AggregatorSeat, RoundAddress, SeatIn } from './seats.ts';
import type { Gate } from './secrets.ts';

/** A round that never took reports would be closed for good, and nobody could be counted any more. */
async function checkAsked({ store, fingerprint }: AggregatorSeat, round: number): Promise<void> {
  if ((await store.stateOf(fingerprint, round)) === 'waiting')
    refuse('round_not_open', `Round ${round} was never open, and a closed round cannot be opened. Open it first.`);
}

interface Expecting {
  /** The hash of the reports that the collector's ledger holds already. */
  readonly reports?: string;
}

export function addCollectorRoutes(
  server: FastifyInstance,
  seatIn: SeatIn,
  onlyCollector: Gate,
  noiseKey: Uint8Array,
  log: Log,
): void {
  for (const verb of ['open', 'close'] as const)
    server.post<{ Params: RoundAddress }>(
      `/v1/collect/:campaign/rounds/:round/${verb}`,
      onlyCollector,
      async ({ params }) => {
        const seat = seatIn(params.campaign);
        const { store, fingerprint } = seat;
        const round = Number(params.round);
        // opening a round closes the one before
        await checkAsked(seat, verb === 'open' ? round - 1 : round);
        await store[verb](fingerprint, round);
        log({ event: verb, campaign: fingerprint, round });
        return { [verb]: round };
      },
    );
  // how many, and never a sum of their shares: such sums of all aggregators together are the counts without noise
  server.get<{ Params: RoundAddress }>('/v1/collect/:campaign/received', onlyCollector, async ({ params }) => {
    const { store, fingerprint, campaign } = seatIn(params.campaign);
    const received = async (round: number) => ({
      round,
      state: await store.stateOf(fingerprint, round),
      reports: await store.count(fingerprint, round),
    });
    return { rounds: await Promise.all(roundsOf(campaign).map(received)) };
  });
  server.post<{ Params: RoundAddress; Querystring: Expecting }>(
    '/v1/collect/:campaign/agree',
    onlyCollector,
    async ({ params, query }) => {
      const seat = seatIn(params.campaign);
      const agreed = await agree(seat, seat.verifier, query.reports);
      log({ event: 'agreed', campaign: seat.fingerprint, count: agreed.count });
      return agreed;
    },
  );
  server.post<{ Params: RoundAddress }>('/v1/collect/:campaign/release', onlyCollector, async ({ params }) => {
    const seat = seatIn(params.campaign);
    const release = await releaseTotal(seat, seat.verifier, noiseKey);
    log({ event: 'released', campaign: seat.fingerprint });
    return release;
  });
}
