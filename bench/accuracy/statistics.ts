/** Root mean square errors and their ratios, with 95 % intervals. */

export interface Estimated {
  readonly value: number;
  /** Standard error of its logarithm; 0 for what is known by a noise law. */
  readonly relative: number;
}

/** The root of the mean of squares, each the error of one independent run. */
export function rootMeanSquare(squares: readonly number[]): Estimated {
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  const variance = squares.reduce((sum, square) => sum + (square - mean) ** 2, 0) / (squares.length - 1);
  // the logarithm of a root varies half as much as that of the mean, and that as much as the mean relative to itself
  return { value: Math.sqrt(mean), relative: Math.sqrt(variance / squares.length) / mean / 2 };
}

export interface Ratio {
  readonly value: number;
  readonly interval95: readonly [number, number];
}

/** How many times as far one errs as the other. */
export function ratioOf(one: Estimated, other: Estimated): Ratio {
  const value = one.value / other.value;
  const width = Math.exp(1.96 * Math.hypot(one.relative, other.relative));
  return { value, interval95: [value / width, value * width] };
}

/** Whether runs agree with a noise law: within four standard errors, which one in 16,000 does not. */
export const confirms = (runs: Estimated, law: number): boolean =>
  Math.abs(Math.log(runs.value / law)) <= 4 * runs.relative;
