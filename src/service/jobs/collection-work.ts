/** A collection that is played as the work of a job: on a thread, so that questions are not kept waiting, and of bounded size. */
import { type CollectionOrder, drawsEach, orderedSimulation } from '../../collect/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Compute } from '../computing/computing.ts';
import type { JobOrder } from './job.ts';

/** What observers learn of so many people is computed in less than a second. */
const POPULATION_MOST = 100_000;
/** Some ten seconds. */
const DRAWS_MOST = 1e7;

/** Checks what can be checked before anybody waits for it. */
export function collectionWork(order: CollectionOrder, compute: Compute): JobOrder<'collection-simulation'>['work'] {
  const { counts, population, runs, aggregators, epsilon } = order;
  if (!(population <= POPULATION_MOST && runs * counts.length * drawsEach(order) <= DRAWS_MOST))
    return refuse(
      'specification_too_large',
      `Over HTTP a simulated collection may have at most ${POPULATION_MOST} people, and ${DRAWS_MOST} as runs times values (with noise, times aggregators plus one). Use sortition collect simulate, which has no such limit.`,
    );
  const simulation = orderedSimulation(order);
  return async ({ signal, progress }) => {
    const watching = { signal, progress: (part: number) => progress('asking people', part) };
    return { ...(await compute('collection', { simulation, epsilon }, watching)), aggregators, runs };
  };
}
