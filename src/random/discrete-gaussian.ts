/**
 * Discrete Gaussian noise: the integer x with probability proportional to exp(-x^2 / (2 scale^2)), exactly.
 */
import { firstKept } from './attempts.ts';
import { bernoulliExp, coinOfInverseE, exponentialCoin } from './bernoulli.ts';
import { laplaceAttempt } from './discrete-laplace.ts';
import type { Ratio } from './ratio.ts';
import type { Below } from './uniform.ts';

/** Integers whose squares are exact in doubles. */
const rootLimit = 2 ** 26;

/** Checks the scale once and gives a sampler of it. */
export function discreteGaussian(below: Below, scale: Ratio): () => bigint {
  const attempt = gaussianAttempt(below, scale);
  return () => firstKept(attempt);
}

/**
 * One attempt at noise of scale a/b. It comes from the discrete Laplace of the same scale and is kept with probability
 * exp(-(b|x| - a)^2 / (2a^2)); the two exponents add up to -x^2/(2(a/b)^2) - 1/2, whatever x is. Three in four stay.
 *   Says     P[x | kept] is proportional to exp(-x^2 / (2(a/b)^2))
 *   Assumes  a and b are whole and above 0, which is checked
 *   Rounds   nothing: integers only
 *   Source   [CKS20] Algorithm 3, with the proposal's scale a/b itself instead of a whole number near it
 */
export function gaussianAttempt(below: Below, scale: Ratio): () => bigint | undefined {
  const propose = laplaceAttempt(below, scale);
  const keep = scale.numerator < rootLimit ? smallKeep(below, scale) : largeKeep(below, scale);
  return () => {
    const proposal = propose();
    return proposal !== undefined && keep(proposal) ? proposal : undefined;
  };
}

type Keep = (proposal: bigint) => boolean;

/** Whether a proposal stays, in integers of any size. */
export function largeKeep(below: Below, { numerator, denominator }: Ratio): Keep {
  const twiceSquare = 2n * numerator ** 2n;
  return proposal => {
    const distance = denominator * (proposal < 0n ? -proposal : proposal) - numerator;
    return bernoulliExp(below, { numerator: distance ** 2n, denominator: twiceSquare });
  };
}

/**
 * The same coin in doubles that hold exact integers; a proposal too far out for them goes the long way.
 * Whatever is rounded on the way to the distance lies beyond 2^53, or is not a number: too far out.
 */
export function smallKeep(below: Below, scale: Ratio): Keep {
  const numerator = Number(scale.numerator);
  const denominator = Number(scale.denominator);
  const twiceSquare = 2 * numerator ** 2;
  const keepLarge = largeKeep(below, scale);
  return proposal => {
    const distance = denominator * Math.abs(Number(proposal)) - numerator;
    if (!(Math.abs(distance) <= rootLimit)) return keepLarge(proposal);
    const exponent = distance ** 2;
    for (let rest = exponent; rest >= twiceSquare; rest -= twiceSquare) if (!coinOfInverseE(below)) return false;
    return exponentialCoin(below, exponent % twiceSquare, twiceSquare);
  };
}
