/** `sortition collect simulate`: a collection played many times, and what each observer of it would learn. */
import type { Command } from 'commander';
import type { SimulateFlags } from './collect-simulate-reply.ts';
import { number, numbers, rate, read } from './flags.ts';
import type { Say } from './reply.ts';

export function addCollectSimulate(collect: Command, say: Say): void {
  collect
    .command('simulate')
    .description('simulate a collection many times: its estimates, their error, and what each observer learns')
    .requiredOption('--counts <numbers>', 'people who have each value, separated by commas', read(numbers, 'counts'))
    .requiredOption('--population <number>', 'people who are asked', read(number, 'population'))
    .requiredOption('--sampling <number>', 'the probability that a person is sampled', read(rate, 'sampling'))
    .option('--noise-epsilon <number>', 'add discrete Laplace noise with this parameter', read(number, 'noise-epsilon'))
    .option(
      '--baseline <numbers>',
      'probabilities of the fixed answers 0, 1, ... (default: equal)',
      read(numbers, 'baseline'),
    )
    .option('--aggregators <number>', 'each adds the full noise', read(number, 'aggregators'), 2)
    .option(
      '--coins <truth,yes>',
      'of the randomized response to compare with (default: 0.8,0.2)',
      read(numbers, 'coins'),
    )
    .option(
      '--epsilon <number>',
      'the epsilon at which the deltas of exact counts are given',
      read(number, 'epsilon'),
      1,
    )
    .requiredOption('--runs <number>', 'number of simulated collections', read(number, 'runs'))
    .option('--seed <number>', 'makes the simulation reproducible', read(number, 'seed'))
    .option('--json', 'one JSON object on standard output')
    .action(async (flags: SimulateFlags) => {
      // What collections share with releases loads engines: no other command should wait for that.
      const { simulateReply } = await import('./collect-simulate-reply.ts');
      return say(simulateReply(flags));
    });
}
