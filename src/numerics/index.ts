/** Numbers with a known error. Knows no privacy. */
export { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail } from './binomial.ts';
export { type Certainty, turnNear, turnWithin } from './bisection.ts';
export { integerRoot } from './integer-root.ts';
export { laplaceLogUpperTail } from './laplace.ts';
export { logAddExp, logSubExp, logSumExp } from './log-space.ts';
export { nextDown, nextUp } from './neighbours.ts';
export { logUpperTail, normalTailError, upperTail, upperTailQuantile } from './normal.ts';
export type { Rational } from './rational.ts';
export * as rational from './rational.ts';
export { toNumber } from './rational-number.ts';
export { down, up } from './rounding.ts';
