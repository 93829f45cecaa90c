/** A collection that is played as the work of a job: in small steps beside the questions of others, and of bounded size. */
import {
  asPlainData,
  type CollectionOrder,
  orderedSimulation,
  playedCollection,
  simulateInSteps,
} from '../../collect/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { JobOrder } from './job.ts';

/** What observers learn is computed at once, in less than a second for so many people. */
const POPULATION_MOST = 100_000;
/** Draws of one kind: some ten seconds. */
const DRAWS_MOST = 5e6;

/** Checks what can be checked before anybody waits for it. */
export function collectionWork(order: CollectionOrder): JobOrder<'collection-simulation'>['work'] {
  const { counts, population, runs, aggregators, epsilon } = order;
  if (!(population <= POPULATION_MOST && runs * counts.length <= DRAWS_MOST))
    return refuse(
      'specification_too_large',
      `Over HTTP a collection of up to ${POPULATION_MOST} people is played, and ${DRAWS_MOST} as runs times values; sortition collect simulate has no such limit.`,
    );
  const simulation = orderedSimulation(order);
  return async ({ signal, progress }) => {
    const simulated = await simulateInSteps(simulation, { signal, progress: part => progress('asking people', part) });
    return { ...asPlainData(playedCollection(simulation, simulated, epsilon)), aggregators, runs };
  };
}
