/**
 * A collection played many times: what the estimates come to, beside what theory says and beside randomized response.
 * Answers that are repeated cancel between the rounds, so that only the people who move are drawn.
 */
import { setImmediate as immediately } from 'node:timers/promises';
import { rational } from '../numerics/index.ts';
import { type Below, discreteLaplace, reproducibleEntropy, systemEntropy, uniform } from '../random/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { binomialDraw } from './binomial-draw.ts';
import { checkEstimation, type Estimation, estimate, estimateVariance } from './estimate.ts';
import { type Coins, checkCoins, responseDeviations, responseEstimate, yesRates } from './randomized-response.ts';
import type { Die } from './views/die.ts';
import { type AskedPeople, sizeOf } from './views/population.ts';

/** A collection to simulate: people, probabilities, noise, and number of runs. */
export interface CollectionSimulation {
  readonly population: AskedPeople;
  readonly die: Die;
  readonly noiseEpsilon?: number | undefined;
  readonly aggregators: number;
  /** Randomized response is played beside it with these coins. */
  readonly coins: Coins;
  readonly runs: number;
  /** Makes the simulation reproducible; without it the draws are unpredictable. */
  readonly seed?: number | undefined;
}

/** One number for each value. */
export interface MeansAndDeviations {
  readonly mean: readonly number[];
  readonly standardDeviation: readonly number[];
}

export interface Played {
  readonly estimates: MeansAndDeviations;
  readonly theory: { readonly standardDeviation: readonly number[] };
}

/** Average results, compared with theory and with randomized response. */
export interface SimulatedCollection extends Played {
  readonly randomizedResponse: Played;
}

/** Simulates a collection many times. */
export function simulate(simulation: CollectionSimulation): SimulatedCollection {
  const steps = stepsOf(simulation);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** How far it is, from 0 to 1, and a way to give it up. */
export interface SimulationControl {
  readonly progress?: ((part: number) => void) | undefined;
  /** Ends it by throwing its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The same in small steps, between which others on this thread have their turn. */
export async function simulateInSteps(
  simulation: CollectionSimulation,
  { progress, signal }: SimulationControl,
): Promise<SimulatedCollection> {
  const steps = stepsOf(simulation);
  const total = 2 * simulation.population.counts.length * simulation.runs;
  for (let drawn = 0; ; ) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    drawn += step.value;
    progress?.(drawn / total);
    await immediately();
  }
}

/** Draws by small numbers, each of which is told. */
function* stepsOf(simulation: CollectionSimulation): Generator<number, SimulatedCollection> {
  const { population, die, coins, runs, seed } = simulation;
  const below = uniform(seed === undefined ? systemEntropy() : reproducibleEntropy(seed));
  const estimation: Estimation = { sampling: die.sampling, ...simulation };
  checkEstimation(estimation);
  checkCoins(coins);
  if (!(die.outputs.length === population.counts.length + 1))
    refuse('value_out_of_range', 'The die and the counts must have the same values.');
  if (!(Number.isSafeInteger(runs) && runs >= 2))
    refuse('value_out_of_range', `The number of runs must be a whole number, at least 2; it is ${runs}.`);
  const deviations = population.counts.map(count => Math.sqrt(estimateVariance(count, estimation)));
  return {
    estimates: yield* spread(estimators(population, estimation, below), runs, drawsEach(estimation)),
    theory: { standardDeviation: deviations },
    randomizedResponse: {
      estimates: yield* spread(responders(population, coins, below), runs, 1),
      theory: { standardDeviation: responseDeviations(population, coins) },
    },
  };
}

type Estimator = () => number;

function estimators({ counts }: AskedPeople, estimation: Estimation, below: Below): Estimator[] {
  const noise = noiseOf(estimation, below);
  return counts.map(count => {
    const moved = binomialDraw(below, count, estimation.sampling);
    return () => estimate(moved() + noise(), estimation);
  });
}

/** What all aggregators add to one difference. */
function noiseOf({ noiseEpsilon, aggregators }: Estimation, below: Below): () => number {
  if (noiseEpsilon === undefined) return () => 0;
  const { numerator, denominator } = rational.fromDecimal(String(noiseEpsilon));
  const draw = discreteLaplace(below, { numerator: denominator, denominator: numerator });
  return () => {
    let sum = 0;
    for (let aggregator = 0; aggregator < aggregators; aggregator++) sum += Number(draw());
    return sum;
  };
}

function responders(population: AskedPeople, coins: Coins, below: Below): Estimator[] {
  const { present, absent } = yesRates(coins);
  const size = sizeOf(population);
  return population.counts.map(count => {
    const [truly, falsely] = [binomialDraw(below, count, present), binomialDraw(below, size - count, absent)];
    return () => responseEstimate(truly() + falsely(), size, coins);
  });
}

/** Draws behind one estimate: every aggregator adds noise of its own. */
export const drawsEach = ({
  noiseEpsilon,
  aggregators,
}: Pick<CollectionSimulation, 'noiseEpsilon' | 'aggregators'>): number =>
  noiseEpsilon === undefined ? 1 : 1 + aggregators;

/** So many draws take a few milliseconds. */
const DRAWS_PER_STEP = 2000;

function* spread(estimators: readonly Estimator[], runs: number, each: number): Generator<number, MeansAndDeviations> {
  const step = Math.max(1, Math.floor(DRAWS_PER_STEP / each));
  const moments: ReturnType<typeof momentsOf>[] = [];
  for (const estimator of estimators) {
    const values: number[] = [];
    while (values.length < runs) {
      const before = values.length;
      while (values.length < Math.min(runs, before + step)) values.push(estimator());
      yield values.length - before;
    }
    moments.push(momentsOf(values));
  }
  return { mean: moments.map(({ mean }) => mean), standardDeviation: moments.map(({ deviation }) => deviation) };
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}
