/** Asking people: the organiser's campaigns, their rounds, and what they tell. Planning is mathematics, for whoever has a token. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { changesOf } from '../collecting/changes.ts';
import { type CollectDesk, collectDesk } from '../collecting/desk.ts';
import type { Computing } from '../computing/computing.ts';
import { campaignState, campaigns, collectionPlan, publication } from '../contract/collecting.ts';
import { problem } from '../contract/problem.ts';
import { endOfWatch, sendEvents } from '../event-stream.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

const place = z.object({ campaign: z.string().describe('The fingerprint of the campaign') });
const inRound = place.extend({ round: z.enum(['1', '2']) });

/** Aggregators are asked this often, while somebody watches. */
const EVERY_MILLISECONDS = 1500;

export function addCollecting(server: TypedServer, { organising, stopping, computing }: RouteParts): void {
  const desk = collectDesk(organising);
  server.get(
    '/v1/collect',
    { schema: { operationId: 'campaigns', summary: 'Campaigns and their progress', response: sends(campaigns) } },
    () => desk.list(),
  );
  server.get(
    '/v1/collect/:campaign',
    {
      schema: {
        operationId: 'campaign',
        summary: 'A campaign: rounds, numbers of reports, what each observer learns, estimates',
        params: place,
        response: sends(campaignState),
      },
    },
    async ({ params }) => (await desk.look(params.campaign))(),
  );
  for (const order of ['open', 'close'] as const)
    server.post(
      `/v1/collect/:campaign/rounds/:round/${order}`,
      {
        schema: {
          operationId: `${order}Round`,
          summary: order === 'open' ? 'Open a round, and close the one before' : 'Close a round',
          params: inRound,
          response: sends(campaignState),
        },
      },
      ({ params }) => desk.order(params.campaign, order, Number(params.round)),
    );
  server.post(
    '/v1/collect/:campaign/publish',
    {
      schema: {
        operationId: 'publishCampaign',
        summary: 'End a campaign, charge for it and estimate; repeating it is free and gives the same result',
        params: place,
        response: sends(publication),
      },
    },
    ({ params }) => desk.publish(params.campaign),
  );
  addWatching(server, desk, stopping);
  addPlanning(server, computing);
}

function addWatching(server: TypedServer, desk: CollectDesk, stopping: AbortSignal): void {
  server.get(
    '/v1/collect/:campaign/events',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'campaignEvents',
        summary: 'The campaign as server-sent events, whenever it changes',
        params: place,
        response: { 200: { content: { 'text/event-stream': { schema: campaignState } } }, default: problem },
      },
    },
    async ({ params }, reply) => {
      const look = await desk.look(params.campaign);
      const signal = AbortSignal.any([stopping, endOfWatch(reply)]);
      return sendEvents(reply, changesOf(look, { everyMilliseconds: EVERY_MILLISECONDS, signal }));
    },
  );
}

const planBody = z.strictObject({
  values: z.int().max(10_000).default(1).describe('Answers to choose from, besides "none of these"'),
  count: z.int().describe('People who have the value whose error matters'),
  population: z.int().describe('People who are asked'),
  epsilon: z.number().describe('The epsilon of the release for one answer'),
  delta: z.number().default(1e-6).describe('For exact counts'),
  aggregators: z.int().max(16).default(2),
  rates: z.array(z.number()).min(1).max(60),
});

function addPlanning(server: TypedServer, { compute }: Computing): void {
  server.post(
    '/v1/collect/plan',
    {
      config: forAnalysts,
      schema: {
        operationId: 'planCollection',
        summary: 'The expected error of a campaign at each sampling rate',
        body: planBody,
        response: sends(collectionPlan),
      },
    },
    async request => compute(callerOf(request), 'planCollection', request.body),
  );
}
