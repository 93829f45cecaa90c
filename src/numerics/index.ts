/** Numbers with a known error. Knows no privacy. */
export { elementError } from './fft/error.ts';
export { type RealTransform, realTransform, type Spectrum, transformSizeMax } from './fft.ts';
export { log1mExp, logAddExp, logSumExp } from './log-space.ts';
export { logUpperTail, logUpperTailQuantile, normalTailError, upperTail, upperTailQuantile } from './normal.ts';
export { down, nextDown, nextUp, type Rounding, up } from './rounding.ts';
