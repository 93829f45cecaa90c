/** The test that comes first: where it says no, no sample at that rate is worth drawing, and nothing needs to be simulated. */

export interface Bargain {
  /** Of the sample's estimate before any noise. */
  readonly samplingVariance: number;
  /** What one unit changes the statistic of the whole population at most. */
  readonly sensitivity: number;
  readonly epsilon: number;
  readonly innerEpsilon: number;
}

/**
 * Whether sampling cannot pay: less noise never makes up for the chance in who was drawn.
 *   Says     with Laplace noise the sample's error is at least the population's whenever
 *            Var ≥ 2Δ²(1/ε² − 1/ε_n²), for then Var + 2Δ²/ε_n² ≥ 2Δ²/ε²
 *   Assumes  the sample's estimate is unbiased, and its sensitivity is not below that of the population
 *   Rounds   nearest: a forecast, not a charge
 *   Source   [HDK22] section 4.1
 */
export const gainsImpossible = ({ samplingVariance, sensitivity, epsilon, innerEpsilon }: Bargain): boolean =>
  samplingVariance >= 2 * sensitivity ** 2 * (1 / epsilon ** 2 - 1 / innerEpsilon ** 2);

/**
 * The part of the population's noise variance that a sample may add by chance, at most, before it is not worth drawing.
 *   Says     q = 1 − (ε/ε_n)²
 *   Assumes  as `gainsImpossible`
 *   Rounds   nearest
 *   Source   [HDK22] equation (5)
 */
export const largestSamplingShare = (epsilon: number, innerEpsilon: number): number =>
  1 - (epsilon / innerEpsilon) ** 2;

/**
 * How a mean's noise changes when a sample of this rate is asked instead: its variance in the population over that in the
 * sample. Below 1 the sample's is the larger, whatever the data.
 *   Says     r = (b·ln(1 + (e^ε − 1)/b)/ε)² < 1 for every ε > 0 and 0 < b < 1: ln(1 + tx)/t falls in t, and is ε at t = 1
 *   Assumes  Laplace noise, a public size, replaced units
 *   Rounds   nearest
 *   Source   [HDK22] equation (8), whose Figure 5 looks for r = 1 and finds the rounding of its arithmetic
 */
export const meanNoiseRatio = (rate: number, epsilon: number): number =>
  ((rate * Math.log1p(Math.expm1(epsilon) / rate)) / epsilon) ** 2;
