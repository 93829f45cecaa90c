/**
 * Coins of probability p/q and exp(-p/q), exactly.
 */
import { checkProbability, checkRatio, type Ratio } from './ratio.ts';
import type { Below } from './uniform.ts';

/** True with probability p/q: of q equally likely values, p are below p. */
export function bernoulli(below: Below, probability: Ratio): boolean {
  checkProbability('probability', probability);
  return below(probability.denominator) < probability.numerator;
}

/** True with probability exp(-p/q), for any p/q >= 0. Exact: exp(-x) is exp(-1) once for each whole in x, times exp(-rest). */
export function bernoulliExp(below: Below, exponent: Ratio): boolean {
  checkRatio('exponent', exponent);
  const { numerator, denominator } = exponent;
  for (let wholes = numerator / denominator; wholes > 0n; wholes--) if (!coinOfInverseE(below)) return false;
  const rest = numerator % denominator;
  return exponentialCoin(below, () => below(denominator) < rest);
}

/**
 * Turns a coin of probability x <= 1 into one of probability exp(-x).
 * Exact: k heads and k draws below 1, 2, ..., k that all give 0 have probability x^k / k!, so an even run has probability
 * (1 - x) + (x^2/2! - x^3/3!) + ... = exp(-x). Source: Canonne, Kamath, Steinke (2020), Algorithm 1.
 */
export function exponentialCoin(below: Below, coin: () => boolean): boolean {
  let run = 0;
  while (coin() && below(run + 1) === 0) run += 1;
  return run % 2 === 0;
}

const always = (): boolean => true;

/** True with probability exp(-1). */
export const coinOfInverseE = (below: Below): boolean => exponentialCoin(below, always);
