/** The logarithm of the upper tail P(X > x) of the Laplace distribution around 0. The lower tail at x is that at -x. */

/** Relative error below 2^-50 from 0 on, at any depth; below 0 that times 1 + |x|/scale, for the other tail is what counts. */
export const laplaceLogUpperTail = (x: number, scale: number): number =>
  x < 0 ? Math.log1p(-0.5 * Math.exp(x / scale)) : -Math.LN2 - x / scale;
