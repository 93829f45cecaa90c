/**
 * Asking people instead of a table: the two-round sampling mechanism, its plan, its estimates and their error, and randomized
 * response beside it.
 */
export { asPlainData, type CollectionOrder, orderedSimulation, playedCollection } from './collection-order.ts';
export { type CollectionPlan, type CollectionRequest, planCollection } from './collection-plan.ts';
export { type Estimation, estimate, estimateVariance } from './estimate.ts';
export { noiseReach } from './noise-reach.ts';
export { PUBLISHED_COINS, responseDeviations, responseEpsilon } from './randomized-response.ts';
export {
  type CollectionSimulation,
  drawsEach,
  type SimulatedCollection,
  simulate,
  simulateInSteps,
} from './simulation.ts';
