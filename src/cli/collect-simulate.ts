/** `sortition collect simulate`: a collection played many times, and what each observer of it would learn. */
import type { Command } from 'commander';
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
import { number, numbers } from './flags.ts';
import type { Reply, Say } from './reply.ts';

interface SimulateFlags {
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

const read =
  <Value>(reader: (flag: string, word: string) => Value, flag: string) =>
  (word: string): Value =>
    reader(`--${flag}`, word);

export function addCollectSimulate(collect: Command, say: Say): void {
  collect
    .command('simulate')
    .description('plays a collection many times: its estimates, their error, and what each observer learns')
    .requiredOption('--counts <numbers>', 'people who have each value, separated by commas', read(numbers, 'counts'))
    .requiredOption('--population <number>', 'people who are asked', read(number, 'population'))
    .requiredOption('--sampling <number>', 'the chance of a person to be sampled', read(number, 'sampling'))
    .option('--noise-epsilon <number>', 'adds discrete Laplace noise of this parameter', read(number, 'noise-epsilon'))
    .option(
      '--baseline <numbers>',
      'chances of the fixed answers 0, 1, ...; equal without it',
      read(numbers, 'baseline'),
    )
    .option('--aggregators <number>', 'each adds the whole noise', read(number, 'aggregators'), 2)
    .option('--coins <truth,yes>', 'of the randomized response beside it; 0.8,0.2 without it', read(numbers, 'coins'))
    .option('--epsilon <number>', 'where the deltas of exact counts are taken', read(number, 'epsilon'), 1)
    .requiredOption('--runs <number>', 'how often it is played', read(number, 'runs'))
    .option('--seed <number>', 'plays the same again', read(number, 'seed'))
    .option('--json', 'one JSON object on standard output')
    .action((flags: SimulateFlags) => say(simulateReply(flags)));
}

function simulateReply({ counts, epsilon, ...flags }: SimulateFlags): Reply {
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
