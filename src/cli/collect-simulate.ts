/** `sortition collect simulate`: a collection played many times, and what each observer of it would learn. */
import type { Command } from 'commander';
import type { SimulateFlags } from './collect-simulate-reply.ts';
import { number, numbers, read } from './flags.ts';
import type { Say } from './reply.ts';

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
    .action(async (flags: SimulateFlags) => {
      // What collections share with releases loads engines: no other command should wait for that.
      const { simulateReply } = await import('./collect-simulate-reply.ts');
      return say(simulateReply(flags));
    });
}
