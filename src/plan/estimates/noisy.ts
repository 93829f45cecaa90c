/** What estimates are made from, and what they say. */

/** A statistic with its noise. */
export interface Noisy {
  readonly value: bigint;
  /** The variance of its noise. */
  readonly variance: number;
  /** The noise is at most this far off with probability 1 - 0.05/n, where the aggregate uses n statistics. */
  readonly halfWidth: number;
}

export interface Estimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly interval95: readonly [number, number];
}
