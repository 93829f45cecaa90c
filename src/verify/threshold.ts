/** The delta of a published sample whose rare combinations were dropped, by its definition. */
import type { Rational } from '../numerics/index.ts';
import { expAbove, type Fixed, ONE } from './fixed-point.ts';

const SIZES_MAX = 2000;
const BITS = 256n;

/**
 * Delta at epsilon of keeping rows by a coin and dropping combinations with fewer than `least` sampled rows.
 *   Says     max over n of both hockey sticks between Bin(n+1, b) and Bin(n, b), outcomes below the threshold merged
 *   Assumes  one unit added or removed, with one row; fresh secret coins
 *   Rounds   down: sizes from where Chernoff's bound exp(−n·KL(γ‖b)), γ = 1−(1−b)e^−ε, is below the best, or beyond 2,000, are left out
 *   Source   derived
 */
export function thresholdDelta(rate: Rational, epsilon: Fixed, least: number): Fixed {
  const factor = expAbove(epsilon);
  const b = (rate.numerator << BITS) / rate.denominator;
  const unit = 1n << BITS;
  const excess = (one: bigint, other: bigint): bigint => {
    const more = one - (other * factor.numerator) / factor.denominator - 1n;
    return more > 0n ? more : 0n;
  };
  let [best, law] = [0n, [unit]];
  for (let size = 0; size < SIZES_MAX && !isOver(rate, epsilon, size, least, best); size++) {
    const next = Array.from(
      { length: size + 2 },
      (_, j) => ((law[j] ?? 0n) * (unit - b) + (law[j - 1] ?? 0n) * b) >> BITS,
    );
    const [one, other] = [merged(law, least), merged(next, least)];
    const sticks = other.map((mass, j) => [excess(mass, one[j] ?? 0n), excess(one[j] ?? 0n, mass)]);
    for (const side of [0, 1]) {
      const stick = sticks.reduce((sum, both) => sum + both[side], 0n);
      if (stick > best) best = stick;
    }
    law = next;
  }
  return (best * ONE) >> BITS;
}

const merged = (law: readonly bigint[], least: number): bigint[] => [
  law.slice(0, least).reduce((sum, mass) => sum + mass, 0n),
  ...law.slice(least),
];

function isOver(rate: Rational, epsilon: Fixed, size: number, least: number, best: bigint): boolean {
  if (size <= least || best === 0n) return false;
  const b = Number(rate.numerator) / Number(rate.denominator);
  const share = 1 - (1 - b) * Math.exp(-Number(epsilon) / Number(ONE));
  if (size < least / share) return false;
  const divergence = share * Math.log(share / b) + (1 - share) * Math.log((1 - share) / (1 - b));
  return Math.exp(-size * divergence) < Number(best) / 2 ** Number(BITS);
}
