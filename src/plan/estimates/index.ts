/** From noisy numbers to estimates: what they say of the sample and of the population, with standard errors and intervals. */
export { FALSE_RANGE, foundBounds } from './bounds.ts';
export { type Chance, chanceOf, isDrawn, nothingDrawn, type SamplingDesign } from './chance.ts';
export type { ComputedEstimate, UnboundedEstimate } from './computed.ts';
export { withComputedErrors } from './computed-errors.ts';
export { computedValues, valuesFrom } from './computed-values.ts';
export { scaledBy } from './estimate.ts';
export { type Estimate, isAbove, type Noisy, type Sampled, type Withheld, withheld } from './noisy.ts';
export { expectedWithin, sampledRankError } from './sampled-total.ts';
export { countsIn, isSigned, samplingOf } from './sampling.ts';
