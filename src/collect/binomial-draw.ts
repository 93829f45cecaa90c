/**
 * Counts of many independent coins in one draw, for simulations of large populations: the table holds all but a chance of
 * 1e-15, and a draw is right to the last digits of a double. Never for noise on data, which is exact.
 */
import { binomialLogMass } from '../numerics/index.ts';
import type { Below } from '../random/index.ts';

const RANGE = 2 ** 53;
const NEGLIGIBLE = 1e-18;

/** Gives a sampler of Bin(trials, probability). */
export function binomialDraw(below: Below, trials: number, probability: number): () => number {
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const mass = (count: number): number => Math.exp(binomialLogMass(trials, probability, count));
  let [first, last] = [mode, mode];
  while (first > 0 && mass(first - 1) >= NEGLIGIBLE) first -= 1;
  while (last < trials && mass(last + 1) >= NEGLIGIBLE) last += 1;
  let total = 0;
  const upTo = Float64Array.from({ length: last - first + 1 }, (_, place) => {
    total += mass(first + place);
    return total;
  });
  return () => first + placeOf((below(RANGE) / RANGE) * total, upTo);
}

/** The first place whose chance, with all before it, exceeds the given one. */
function placeOf(chance: number, upTo: Float64Array): number {
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo[middle] > chance) high = middle;
    else low = middle + 1;
  }
  return low;
}
