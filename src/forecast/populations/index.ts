/** What the data are supposed to be like, as a forecast is told: distributions, and populations made from them. */
export { type Distribution, valuesOf } from './distribution.ts';
export { type Population, populationOf } from './population.ts';
export { naturalBounds, readDistribution } from './written-distribution.ts';
