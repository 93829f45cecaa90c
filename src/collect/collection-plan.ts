/**
 * Before anybody is asked: which sampling rate, how much noise, and what error for a value that so many people have.
 * Randomized response of the same epsilon stands beside it, with the population at which it falls behind.
 */
import { refuse } from '../vocabulary/index.ts';
import { checkEstimation, type Estimation, estimateVariance } from './estimate.ts';
import { coinsFor, responseVariance } from './randomized-response.ts';
import { checkSampling, makeDie } from './views/die.ts';
import { fewestProtected } from './views/difference-view.ts';
import { makePopulation } from './views/population.ts';
import { noiseEpsilonFor } from './views/released.ts';
import { roundTwoEpsilon } from './views/round-two-view.ts';

/** What is known before anyone is asked. */
export interface CollectionRequest {
  readonly values: number;
  /** People of the value whose error matters, and people who are asked. */
  readonly count: number;
  readonly population: number;
  /** The most that the release may tell about one answer. */
  readonly epsilon: number;
  /** For the mode without noise: the chance that exact differences tell more than epsilon. */
  readonly delta: number;
  readonly aggregators: number;
  readonly rates: readonly number[];
}

export interface PlannedRate {
  readonly rate: number;
  readonly noiseEpsilon: number;
  readonly samplingDeviation: number;
  readonly noiseDeviation: number;
  readonly deviation: number;
  /** The first two views, equal chances of all fixed answers. */
  readonly roundTwoOnly: { readonly epsilon: number };
  readonly linkedRounds: { readonly delta: number };
  /** Without noise: the error that is left, and the fewest people of a value that exact differences protect. */
  readonly noiseless: { readonly deviation: number; readonly fewestProtected: number };
}

/** Every rate with its error and privacy, the best one, and randomized response for comparison. */
export interface CollectionPlan {
  readonly rates: readonly PlannedRate[];
  readonly best: { readonly rate: number; readonly deviation: number };
  readonly randomizedResponse: {
    readonly deviation: number;
    /** From this population on the best rate errs less. */
    readonly worseFrom: number;
  };
}

/** The error and the privacy of a collection at each sampling rate. */
export function planCollection(request: CollectionRequest): CollectionPlan {
  check(request);
  const { count, population, epsilon, values } = request;
  const rates = request.rates.map(rate => planRate(rate, request));
  const { rate, deviation } = rates.reduce((best, next) => (next.deviation < best.deviation ? next : best));
  const coins = coinsFor(epsilon, values);
  const [alone, each] = [responseVariance(count, count, coins), responseVariance(0, 1, coins)];
  return {
    rates,
    best: { rate, deviation },
    randomizedResponse: {
      deviation: Math.sqrt(responseVariance(count, population, coins)),
      worseFrom: count + Math.max(0, Math.ceil((deviation ** 2 - alone) / each)),
    },
  };
}

function planRate(rate: number, { values, count, epsilon, delta, aggregators }: CollectionRequest): PlannedRate {
  checkSampling(rate);
  const noiseEpsilon = noiseEpsilonFor({ values, sampling: rate, epsilon });
  const exact: Estimation = { sampling: rate, aggregators };
  const samplingVariance = estimateVariance(count, exact);
  const variance = estimateVariance(count, { ...exact, noiseEpsilon });
  return {
    rate,
    noiseEpsilon,
    samplingDeviation: Math.sqrt(samplingVariance),
    noiseDeviation: Math.sqrt(variance - samplingVariance),
    deviation: Math.sqrt(variance),
    roundTwoOnly: { epsilon: roundTwoEpsilon(makeDie({ values, sampling: rate })) },
    linkedRounds: { delta: rate },
    noiseless: {
      deviation: Math.sqrt(samplingVariance),
      fewestProtected: fewestProtected({ sampling: rate, epsilon }, delta),
    },
  };
}

function check({ values, count, population, epsilon, delta, aggregators, rates }: CollectionRequest): void {
  makePopulation([count], population);
  makeDie({ values, sampling: 0.5 });
  checkEstimation({ sampling: 0.5, noiseEpsilon: epsilon, aggregators });
  if (!(delta > 0 && delta < 1))
    refuse('value_out_of_range', `The delta must lie between 0 and 1, both excluded; it is ${delta}.`);
  if (!(rates.length >= 1)) refuse('value_out_of_range', 'Give at least one sampling rate.');
}
