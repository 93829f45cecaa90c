/** What people ask of an aggregator: the campaign, and to keep their reports. Nobody needs a token for it. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../vocabulary/index.ts';
import { roundsOf } from '../protocol/index.ts';
import { accept } from './arrival.ts';
import type { Log } from './log-line.ts';
import type { RoundAddress, SeatIn } from './seats.ts';

export function addPeopleRoutes(server: FastifyInstance, seatIn: SeatIn, clock: () => Date, log: Log): void {
  server.get<{ Params: RoundAddress }>('/v1/collect/:campaign', async ({ params }) => {
    const { store, fingerprint, campaign } = seatIn(params.campaign);
    const rounds = roundsOf(campaign);
    const states = await Promise.all(rounds.map(round => store.stateOf(fingerprint, round)));
    return { campaign, open: rounds.find((_, place) => states[place] === 'open') ?? null };
  });
  server.post<{ Params: RoundAddress; Body: Buffer | undefined }>(
    '/v1/collect/:campaign/rounds/:round/reports',
    async ({ params, body }) => {
      const seat = seatIn(params.campaign);
      const { closes } = seat.campaign;
      const round = Number(params.round);
      if (!(closes === null || clock() <= new Date(closes)))
        refuse('round_not_open', 'This campaign no longer accepts reports.');
      const accepted = await accept(seat, round, body ?? Buffer.alloc(0));
      for (const [code, count] of counted(accepted.refused.map(({ code }) => code)))
        log({ event: 'refused', campaign: seat.fingerprint, round, code, count });
      return accepted;
    },
  );
}

function counted(codes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
