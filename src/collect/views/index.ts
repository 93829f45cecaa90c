/** What each observer of a collection learns: from one round, from both, from the counts and from what is released. */
export { type Die, makeDie } from './die.ts';
export { fewestProtected } from './difference-view.ts';
export { type AskedPeople, makePopulation, sizeOf } from './population.ts';
export { releasedEpsilon } from './released.ts';
export { roundTwoEpsilon } from './round-two-view.ts';
export { type CollectionViews, plainViews, viewsOf } from './views.ts';
