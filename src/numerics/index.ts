/** Numbers with a known error. Knows no privacy. */
export { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail } from './binomial.ts';
export { atLeast, type Certainty, type MonotonePredicate, type Turn, turnNear, turnWithin } from './bisection.ts';
export { elementError } from './fft/error.ts';
export { type RealTransform, realTransform, type Spectrum, transformSizeMax } from './fft.ts';
export { integerRoot } from './integer-root.ts';
export { laplaceLogUpperTail, laplaceUpperTail } from './laplace.ts';
export { logAddExp, logSubExp, logSumExp } from './log-space.ts';
export { nextDown, nextUp } from './neighbours.ts';
export { logUpperTail, logUpperTailQuantile, normalTailError, upperTail, upperTailQuantile } from './normal.ts';
export type { Rational } from './rational.ts';
export * as rational from './rational.ts';
export { toNumber } from './rational-number.ts';
export { down, type Rounding, up } from './rounding.ts';
