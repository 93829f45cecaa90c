/** Between concentrated privacy, by one number rho, and the promise of epsilon and delta that a policy makes. */
import { type Amount, amounts } from '../../amounts/index.ts';
import { toNumber } from '../../numerics/index.ts';

/**
 * From rho-concentrated privacy to delta at epsilon.
 *   Says     delta = min over a > 1 of exp((a-1)(a·rho - epsilon))/(a-1)·(1-1/a)^a; every a gives a valid bound
 *   Assumes  rho-concentrated differential privacy, epsilon >= 0
 *   Rounds   up
 *   Source   [CKS20] Proposition 12
 */
export function concentratedDelta(rho: number, epsilon: number): number {
  if (rho === 0) return 0; // equal distributions
  const logDelta = (a: number): number => (a - 1) * (a * rho - epsilon) - Math.log(a - 1) + a * Math.log1p(-1 / a);
  let [low, high] = [1 + 1e-9, Math.max(2, (epsilon / rho + 1) * 2)];
  // the logarithm is convex in a: narrow to its least value
  for (let i = 0; i < 200 && high - low > 1e-9 * high; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (logDelta(left) <= logDelta(right)) high = right;
    else low = left;
  }
  const best = logDelta((low + high) / 2);
  return Math.min(1, Math.exp(best + 1e-12 * (1 + Math.abs(best))));
}

/** Decimals of the largest rho: it is an allowance. */
const PLACES = 18;
const TRIALS = 64;

/**
 * The largest rho that keeps a promise.
 *   Says     rho-concentrated privacy up to the returned rho is (epsilon, delta)-differential privacy; 0 where delta is 0
 *   Assumes  nothing else fails: what does is taken off delta before
 *   Rounds   down, to 18 decimals; the returned rho was tried
 *   Source   trial: `concentratedDelta`, which does not fall when rho grows
 */
export function rhoMax(epsilon: Amount, delta: Amount): Amount {
  const [target, chance] = [toNumber(epsilon, 'down'), toNumber(delta, 'down')];
  // a delta of 1 promises nothing, and any rho would keep it
  const keeps = (rho: number): boolean => chance > 0 && chance < 1 && concentratedDelta(rho, target) <= chance;
  let high = 1;
  while (keeps(high)) high *= 2;
  let low = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const middle = (low + high) / 2;
    if (keeps(middle)) low = middle;
    else high = middle;
  }
  return amounts.rounded(low, PLACES, 'down');
}
