/** Fourier transforms of real signals, with a bound on the error of every element. Knows no probability. */
export { elementError } from './error.ts';
export { type RealTransform, realTransform, type Spectrum, transformSizeMax } from './real-transform.ts';
