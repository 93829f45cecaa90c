/** The upper tail P(X > x) of the Laplace distribution around 0. */
export const laplaceUpperTail = (x: number, scale: number): number =>
  x < 0 ? 1 - 0.5 * Math.exp(x / scale) : 0.5 * Math.exp(-x / scale);
