/** The settings of the paper's evaluation. */

import { estimateVariance, PUBLISHED_COINS, responseDeviations } from '../../collect/index.ts';
import type { AskedPeople } from '../../collect/views/index.ts';

export const SAMPLING = 0.45;
export const LOWER_SAMPLING = 0.25;

/** Half of an interval that holds 95 of 100 estimates, in standard deviations. */
export const HALF_WIDTH = 1.96;

/** By how much an estimate may be off, 95 times of 100; without noise, as in the paper. */
export const samplingError = (count: number, sampling: number): number =>
  HALF_WIDTH * Math.sqrt(estimateVariance(count, { sampling, aggregators: 1 }));

export const responseErrors = (population: AskedPeople): number[] =>
  responseDeviations(population, PUBLISHED_COINS).map(deviation => HALF_WIDTH * deviation);

export const SERIES = {
  sampling: 'sampling 45 %',
  lowerSampling: 'sampling 25 %',
  response: 'randomized response, coins 0.8 and 0.2',
} as const;
