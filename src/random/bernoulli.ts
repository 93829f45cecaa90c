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
  const small = denominator <= Number.MAX_SAFE_INTEGER;
  return small ? exponentialCoin(below, Number(rest), Number(denominator)) : exponentialCoin(below, rest, denominator);
}

/**
 * A run of k steps, each a 0 below its number and a draw below q that is less than p, has probability x^k / k! at x = p/q;
 * it ends at an even k with probability (1 - x) + (x^2/2! - x^3/3!) + ... A run may have begun before.
 *   Says     true with probability exp(-p/q)
 *   Assumes  0 <= p <= q, both numbers or both bigints
 *   Rounds   nothing: integers only
 *   Source   [CKS20] Algorithm 1
 */
export function exponentialCoin(below: Below, p: number | bigint, q: number | bigint, begun = 0): boolean {
  let run = begun;
  while (below(run + 1) === 0 && below(q) < p) run += 1;
  return run % 2 === 0;
}

/** True with probability exp(-1). The first three steps are one draw: of six values, three end at 1, two at 2. */
export function coinOfInverseE(below: Below): boolean {
  const drawn = below(6);
  return drawn === 0 ? exponentialCoin(below, 1, 1, 3) : drawn < 3;
}
