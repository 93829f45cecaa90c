/**
 * How many rows are passed over before the next one is taken, when each is taken with the same probability.
 * One skip costs about log2(1/rate) draws, however long it is.
 */
import { checkProbability, type Ratio } from './ratio.ts';
import { realCoin } from './real-coin.ts';
import { digitChance, survival } from './survival.ts';
import type { Below } from './uniform.ts';

/** Bits of the first look at a coin. Any number gives the same distribution; with 20 a second look is rare. */
export const usualLook = 20;

/** Rows are counted in doubles, so no skip needs more binary digits. */
const digitsMax = 53;

/**
 * Gives a sampler of min(G, limit). With x = 1 - rate, P[G = g] is proportional to the product of x^(2^j) over the binary
 * digits j that are 1 in g: the digits are independent, digit j is 1 with probability x^(2^j) / (1 + x^(2^j)), and what
 * lies above them is a run of coins of probability x^(2^digits).
 *   Says     P[G = g] = rate·(1 - rate)^g
 *   Assumes  0 <= rate <= 1, which is checked
 *   Rounds   nothing: each digit is an exact coin
 *   Source   elementary, from the product above
 */
export function skips(below: Below, rate: Ratio, look: number = usualLook): (limit: number) => number {
  checkProbability('rate', rate);
  const digits = digitsFor(rate);
  const whole = 2 ** digits;
  const passWhole = realCoin(below, precision => survival(rate, digits, precision), look);
  const digitIsOne = Array.from({ length: digits }, (_, digit) =>
    realCoin(below, precision => digitChance(rate, digit, precision), look),
  );
  return limit => {
    let skipped = 0;
    while (skipped < limit && passWhole()) skipped += whole;
    let weight = whole;
    for (let digit = digits - 1; digit >= 0 && skipped < limit; digit--) {
      weight /= 2;
      if (digitIsOne[digit]()) skipped += weight;
    }
    return Math.min(skipped, limit);
  };
}

/** Any number of digits is exact. With this one, 2^digits rows in succession are passed over about every second time. */
function digitsFor({ numerator, denominator }: Ratio): number {
  if (numerator === 0n) return digitsMax;
  return Math.min((denominator / numerator).toString(2).length - 1, digitsMax);
}
