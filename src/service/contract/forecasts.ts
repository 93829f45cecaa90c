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

const simulatedRate = rate.extend({
  standardError: z.number().describe('Of mse: by how much another simulation might differ'),
});

export const quantileForecasted = z
  .object({
    rates: list(simulatedRate),
    best: simulatedRate,
    full: simulatedRate,
    gain: z.number(),
    truth: z.number().describe('The quantile of the whole population that was supposed'),
    runs: z.int(),
    significant: z.boolean().describe('Whether the best rate is better than everybody beyond chance'),
    clamped: z.int().describe('Supposed values that lay outside the bounds and were moved to them'),
  })
  .describe('As a forecast, by simulation: mean squared errors of a private quantile by sampling rate');

export type Forecasted = z.infer<typeof forecasted>;
export type QuantileForecasted = z.infer<typeof quantileForecasted>;
