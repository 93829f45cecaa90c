/** What other aggregators ask: which reports there are, and, of verified ones, what their proofs show. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guesses } from '../../http/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { bytesOf } from './peers.ts';
import type { RoundAddress, SeatIn } from './seats.ts';
import { askingPeer, type Secrets } from './secrets.ts';
import type { Verifier } from './verifier.ts';

export function addPeerRoutes(server: FastifyInstance, seatIn: SeatIn, secrets: Secrets, guesses: Guesses): void {
  // of this campaign: an aggregator of another one has no business here
  const checkPeer = (request: FastifyRequest<{ Params: RoundAddress }>): void => {
    const { address } = askingPeer(request, secrets, guesses);
    if (!seatIn(request.params.campaign).campaign.aggregators.includes(address))
      refuse('token_invalid', 'This token does not belong to an aggregator of this campaign.');
  };
  const answerPeers = (path: string, bytesFor: (place: RoundAddress) => Promise<Buffer>): void => {
    server.get<{ Params: RoundAddress }>(`/v1/collect/:campaign/${path}`, async (request, reply) => {
      checkPeer(request);
      return reply.type('application/octet-stream').send(await bytesFor(request.params));
    });
  };
  const verifierIn = (campaign: string): Verifier =>
    seatIn(campaign).verifier ?? refuse('campaign_unknown', 'The reports of this campaign are not verified.');
  answerPeers('rounds/:round/labels', async ({ campaign, round }) => {
    const { store, fingerprint } = seatIn(campaign);
    if ((await store.stateOf(fingerprint, Number(round))) !== 'closed')
      refuse('round_not_closed', 'This round may still receive reports. Close it first.');
    return bytesOf(await store.labels(fingerprint, Number(round)));
  });
  answerPeers('rounds/:round/shown', async ({ campaign, round }) =>
    Buffer.concat(await verifierIn(campaign).shown(Number(round))),
  );
  answerPeers('agreed', async ({ campaign }) => {
    const { store, fingerprint } = seatIn(campaign);
    return Buffer.from((await store.agreed(fingerprint))?.reports ?? '', 'hex');
  });
  answerPeers('accepted', async ({ campaign }) => bytesOf(await verifierIn(campaign).accepted()));
}
