/** Exact counts against whoever knows only the distribution: as `sortition statistical property`, for what is quickly said. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { countPrivacy } from '../contract/statistical.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

/** With so many, a request takes a tenth of a second. */
const [ENTRIES_MOST, POINTS_MOST] = [100_000, 100];

const points = z.array(z.number()).max(POINTS_MOST);

const body = z.strictObject({
  entries: z.int().max(ENTRIES_MOST).describe('Independent entries about which the attacker knows nothing else'),
  probability: z.number().describe('The probability that an entry has the property'),
  sampling: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('everything') }),
      z.strictObject({ kind: z.literal('without-replacement'), size: z.int() }),
    ])
    .default({ kind: 'everything' })
    .describe('For other schemes use sortition statistical property'),
  epsilons: points.default([]),
  falsePositiveRates: z.array(z.number().min(0).max(1)).max(POINTS_MOST).default([]),
});

export function addStatistical(server: TypedServer, { computing: { compute } }: RouteParts): void {
  server.post(
    '/v1/statistical/property',
    {
      config: forAnalysts,
      schema: {
        operationId: 'statisticalProperty',
        summary: 'What an exact count reveals about one entry, with or without sampling',
        body,
        response: sends(countPrivacy),
      },
    },
    async request => compute(callerOf(request), 'countPrivacy', request.body),
  );
}
