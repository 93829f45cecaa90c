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
  .describe('Mean squared error by sampling rate; gain: the error without sampling divided by the best');

const simulatedRate = rate.extend({
  standardError: z.number().describe('Standard error of mse over simulations'),
});

export const quantileForecasted = z
  .object({
    rates: list(simulatedRate),
    best: simulatedRate,
    full: simulatedRate,
    gain: z.number(),
    truth: z.number().describe('The true quantile of the simulated population'),
    runs: z.int(),
    significant: z.boolean().describe('Whether the best rate is significantly better than no sampling'),
    clamped: z.int().describe('Simulated values that were clamped to the bounds'),
  })
  .describe('A simulated forecast: mean squared error of a private quantile by sampling rate');

export type Forecasted = z.infer<typeof forecasted>;
export type QuantileForecasted = z.infer<typeof quantileForecasted>;
