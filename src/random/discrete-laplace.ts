/**
 * Discrete Laplace noise: the integer x with probability proportional to exp(-|x| / scale), exactly.
 */
import { coinOfInverseE, exponentialCoin } from './bernoulli.ts';
import { checkScale, type Ratio } from './ratio.ts';
import type { Below } from './uniform.ts';

/** Up to here a numerator and its multiples in one draw are exact in doubles, but for a run of 2^20 coins: see `magnitude`. */
const smallLimit = 2n ** 32n;

/**
 * Checks the scale t/s once and gives a sampler of it.
 * Exact: a remainder below t kept with probability exp(-remainder/t), plus t times a geometric count of exp(-1) coins,
 * is geometric with ratio exp(-1/t); its floor after division by s is geometric with ratio exp(-s/t); a fair sign, where
 * minus zero is drawn again, makes it two-sided. Source: Canonne, Kamath, Steinke (2020), Algorithm 2.
 */
export function discreteLaplace(below: Below, scale: Ratio): () => bigint {
  checkScale('scale', scale);
  const small = scale.numerator <= smallLimit && scale.denominator <= smallLimit;
  const magnitude = small ? smallMagnitude(below, scale) : largeMagnitude(below, scale);
  return () => {
    for (;;) {
      const size = magnitude();
      const negative = below(2) === 1;
      if (!negative) return BigInt(size);
      if (size > 0) return BigInt(-size);
    }
  };
}

function smallMagnitude(below: Below, scale: Ratio): () => number | bigint {
  const numerator = Number(scale.numerator);
  const denominator = Number(scale.denominator);
  return () => {
    let remainder = below(numerator);
    while (!exponentialCoin(below, () => below(numerator) < remainder)) remainder = below(numerator);
    const wholes = countWholes(below);
    const total = remainder + wholes * numerator;
    // Below 2^53 the quotient of two integers never rounds up to the next integer, so its floor is exact.
    if (total < Number.MAX_SAFE_INTEGER) return Math.floor(total / denominator);
    return (BigInt(remainder) + BigInt(wholes) * scale.numerator) / scale.denominator;
  };
}

function largeMagnitude(below: Below, { numerator, denominator }: Ratio): () => bigint {
  return () => {
    let remainder = below(numerator);
    while (!exponentialCoin(below, () => below(numerator) < remainder)) remainder = below(numerator);
    return (remainder + BigInt(countWholes(below)) * numerator) / denominator;
  };
}

/** Coins of probability exp(-1) until the first tails. */
function countWholes(below: Below): number {
  let wholes = 0;
  while (coinOfInverseE(below)) wholes += 1;
  return wholes;
}
