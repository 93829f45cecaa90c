/** What a simulated collection has to say. */
import {
  makeDie,
  makePopulation,
  PUBLISHED_COINS,
  responseEpsilon,
  type Simulation,
  simulate,
  viewsOf,
} from '../collect/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { describeSimulation } from './collect-text.ts';
import type { Reply } from './reply.ts';

export interface SimulateFlags {
  readonly counts: readonly number[];
  readonly population: number;
  readonly sampling: number;
  readonly noiseEpsilon?: number;
  readonly baseline?: readonly number[];
  readonly aggregators: number;
  readonly coins?: readonly number[];
  readonly epsilon: number;
  readonly runs: number;
  readonly seed?: number;
}

export function simulateReply({ counts, epsilon, ...flags }: SimulateFlags): Reply {
  const { population: size, sampling, baseline, noiseEpsilon, aggregators, runs, seed } = flags;
  if (!(epsilon >= 0 && epsilon < Infinity))
    return refuse('value_out_of_range', `--epsilon must be a finite number, 0 or more; it is ${epsilon}.`);
  const population = makePopulation(counts, size);
  const die = makeDie({ values: counts.length, sampling, baseline });
  const coins = coinsOf(flags.coins);
  const simulation: Simulation = { population, die, noiseEpsilon, aggregators, coins, runs, seed };
  const simulated = simulate(simulation);
  const views = viewsOf({ population, die, noiseEpsilon, epsilon });
  const randomizedResponse = { ...simulated.randomizedResponse, coins, epsilon: responseEpsilon(coins, counts.length) };
  return {
    json: {
      ...simulated,
      randomizedResponse,
      // JSON has no infinity: what has no bound is null
      views: { ...views, roundTwoOnly: bounded(views.roundTwoOnly), released: bounded(views.released) },
      aggregators,
      runs,
    },
    text: describeSimulation({ simulation, simulated: { ...simulated, randomizedResponse }, views }),
  };
}

function coinsOf(given: readonly number[] | undefined) {
  if (given === undefined) return PUBLISHED_COINS;
  const [truth, yes, ...rest] = given;
  if (yes !== undefined && rest.length === 0) return { truth, yes };
  return refuse('value_out_of_range', '--coins takes two chances: of the truth, and of a yes where it is not told.');
}

const bounded = ({ epsilon }: { epsilon: number }) => ({ epsilon: epsilon < Infinity ? epsilon : null });
