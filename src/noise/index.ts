/**
 * Exact results become noisy results here, and nowhere else. Noise is whole numbers from exact samplers, scaled by exact
 * fractions; what is said of its size is known before any row is read.
 */
export { halfWidth, type Noise, noiseFor, noiseSource } from './calibration.ts';
export { drawQuantiles, jointRankError, type QuantilesRequest, quantileIn } from './joint-quantiles.ts';
export type { QuantileDrawing } from './nearness.ts';
export { drawQuantile, rankError } from './quantile.ts';
export { EDGE_PARTS, type KeyThreshold, keySelection, surelyShown } from './threshold.ts';
