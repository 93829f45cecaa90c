/** What the service sends of forecasts. */
import { z } from 'zod';
import { list } from './list.ts';

const rate = z.object({
  rate: z.number(),
  innerEpsilon: z.number(),
  innerDelta: z.number(),
  samplingVariance: z.number(),
  bias: z.number(),
  noiseVariance: z.number(),
  mse: z.number(),
  gainsImpossible: z.boolean().nullable(),
});

export const forecasted = z
  .object({ rates: list(rate), best: rate, full: rate, gain: z.number() })
  .describe('Mean squared errors by sampling rate; gain: how many times as large that of everybody is');

export type Forecasted = z.infer<typeof forecasted>;
