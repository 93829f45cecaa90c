/**
 * Discrete Laplace noise: the integer x with probability proportional to exp(-|x| / scale), exactly.
 */
import { firstKept } from './attempts.ts';
import { coinOfInverseE, exponentialCoin } from './bernoulli.ts';
import { checkScale, type Ratio } from './ratio.ts';
import type { Below } from './uniform.ts';

/** Checks the scale once and gives a sampler of it. */
export function discreteLaplace(below: Below, scale: Ratio): () => bigint {
  const attempt = laplaceAttempt(below, scale);
  return () => firstKept(attempt);
}

/** Numerators up to here can be added and doubled in doubles without rounding. */
const smallLimit = 2n ** 32n;

/**
 * One attempt at noise of scale t/s. A remainder below t, kept with probability exp(-remainder/t), plus t times a run of
 * exp(-1) coins is geometric with ratio exp(-1/t); divided by s and rounded down it is geometric with ratio exp(-s/t);
 * a fair sign, of which minus zero is not kept, makes it two-sided.
 *   Says     P[x | kept] is proportional to exp(-|x|·s/t)
 *   Assumes  t and s are whole and above 0, which is checked
 *   Rounds   nothing: integers only
 *   Source   [CKS20] Algorithm 2
 */
export function laplaceAttempt(below: Below, scale: Ratio): () => bigint | undefined {
  checkScale('scale', scale);
  const small = scale.numerator <= smallLimit && scale.denominator <= smallLimit;
  return small ? smallAttempt(below, scale) : largeAttempt(below, scale);
}

/** In doubles that hold exact integers. Sign and remainder come from one draw. */
export function smallAttempt(below: Below, scale: Ratio): () => bigint | undefined {
  const numerator = Number(scale.numerator);
  const denominator = Number(scale.denominator);
  return () => {
    const drawn = below(2 * numerator);
    const negative = drawn >= numerator;
    const remainder = negative ? drawn - numerator : drawn;
    if (!exponentialCoin(below, remainder, numerator)) return undefined;
    const wholes = countWholes(below);
    const total = remainder + wholes * numerator;
    if (!(total <= Number.MAX_SAFE_INTEGER))
      return signed(negative, (BigInt(remainder) + BigInt(wholes) * scale.numerator) / scale.denominator);
    // Below 2^53 the quotient of two integers never rounds up to the next integer, so its floor is exact.
    const size = Math.floor(total / denominator);
    return negative ? (size === 0 ? undefined : BigInt(-size)) : BigInt(size);
  };
}

/** In integers of any size. */
export function largeAttempt(below: Below, { numerator, denominator }: Ratio): () => bigint | undefined {
  return () => {
    const negative = below(2) === 1;
    const remainder = below(numerator);
    if (!exponentialCoin(below, remainder, numerator)) return undefined;
    return signed(negative, (remainder + BigInt(countWholes(below)) * numerator) / denominator);
  };
}

function signed(negative: boolean, size: bigint): bigint | undefined {
  if (!negative) return size;
  return size === 0n ? undefined : -size;
}

/** Coins of probability exp(-1) until the first tails. */
function countWholes(below: Below): number {
  let wholes = 0;
  while (coinOfInverseE(below)) wholes += 1;
  return wholes;
}
