/**
 * Asking people instead of a table: the two-round sampling mechanism, its estimates and their error, what every observer
 * learns, and randomized response beside it.
 */
export { asPlainData, type CollectionOrder, orderedSimulation, playedCollection } from './collection-order.ts';
export { type CollectionPlan, type PlanRequest, planCollection } from './collection-plan.ts';
export { type Die, type DieInput, makeDie } from './die.ts';
export { fewestProtected } from './difference-view.ts';
export { type Estimation, estimate, estimateVariance } from './estimate.ts';
export { noiseReach } from './noise-reach.ts';
export { makePopulation, type Population, sizeOf } from './population.ts';
export { PUBLISHED_COINS, responseDeviations, responseEpsilon } from './randomized-response.ts';
export { releasedEpsilon } from './released.ts';
export { roundTwoEpsilon } from './round-two-view.ts';
export { drawsEach, type Simulated, type Simulation, simulate, simulateInSteps } from './simulation.ts';
export { plainViews, type Views, viewsOf } from './views.ts';
