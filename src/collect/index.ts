/**
 * Asking people instead of a table: the two-round sampling mechanism, its estimates and their error, what every observer
 * learns, and randomized response beside it.
 */
export { asPlainData, type CollectionOrder, orderedSimulation, playedCollection } from './collection-order.ts';
export { type CollectionPlan, type CollectionRequest, planCollection } from './collection-plan.ts';
export { type Die, makeDie } from './die.ts';
export { fewestProtected } from './difference-view.ts';
export { type Estimation, estimate, estimateVariance } from './estimate.ts';
export { noiseReach } from './noise-reach.ts';
export { type AskedPeople, makePopulation, sizeOf } from './population.ts';
export { PUBLISHED_COINS, responseDeviations, responseEpsilon } from './randomized-response.ts';
export { releasedEpsilon } from './released.ts';
export { roundTwoEpsilon } from './round-two-view.ts';
export {
  type CollectionSimulation,
  drawsEach,
  type SimulatedCollection,
  simulate,
  simulateInSteps,
} from './simulation.ts';
export { type CollectionViews, plainViews, viewsOf } from './views.ts';
