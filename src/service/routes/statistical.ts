/** Exact counts against whoever knows only the distribution: as `sortition statistical property`, for what is quickly said. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { countPrivacy } from '../contract/statistical.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

/** With so many, a request takes a tenth of a second. */
const [ENTRIES_MOST, POINTS_MOST] = [100_000, 100];

const points = z.array(z.number()).max(POINTS_MOST);

const body = z.strictObject({
  entries: z.int().max(ENTRIES_MOST).describe('Independent entries that the adversary knows nothing else about'),
  probability: z.number().describe('Of each to have the property'),
  sampling: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('everything') }),
      z.strictObject({ kind: z.literal('without-replacement'), size: z.int() }),
    ])
    .default({ kind: 'everything' })
    .describe('Other schemes take longer: sortition statistical property has them'),
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
        summary: 'What an exact count tells about one entry, sampled or not',
        body,
        response: sends(countPrivacy),
      },
    },
    async request => compute(callerOf(request), 'countPrivacy', request.body),
  );
}
