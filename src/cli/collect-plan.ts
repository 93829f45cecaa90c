/** `sortition collect plan`: which sampling rate, how much noise and what error, before anybody is asked. */
import type { Command } from 'commander';
import type { CollectionRequest } from '../collect/index.ts';
import { number, rates, read } from './flags.ts';
import type { Say } from './reply.ts';

const USUAL_RATES = [0.05, 0.1, 0.25, 0.45, 0.75, 0.95];

export function addCollectPlan(collect: Command, say: Say): void {
  collect
    .command('plan')
    .description('the error at each sampling rate, compared with randomized response')
    .requiredOption('--count <number>', 'people who have the value whose error matters', read(number, 'count'))
    .requiredOption('--population <number>', 'people who are asked', read(number, 'population'))
    .requiredOption('--epsilon <number>', 'the epsilon of the release for one answer', read(number, 'epsilon'))
    .option('--values <number>', 'answers to choose from, besides "none of these"', read(number, 'values'), 1)
    .option('--delta <number>', 'for releases without noise', read(number, 'delta'), 1e-6)
    .option('--aggregators <number>', 'each adds the full noise', read(number, 'aggregators'), 2)
    .option('--rates <numbers>', 'sampling rates to compare', read(rates, 'rates'), USUAL_RATES)
    .option('--json', 'one JSON object on standard output')
    .action(async (request: CollectionRequest) => {
      const [{ planCollection }, { describePlan }] = await Promise.all([
        import('../collect/index.ts'),
        import('./collect-text.ts'),
      ]);
      const plan = planCollection(request);
      return say({ json: plan, text: describePlan(request, plan) });
    });
}
