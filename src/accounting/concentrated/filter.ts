/** When a question may still be answered under a concentrated budget. */
import { type Amount, amounts } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import { rhoMax } from './conversion.ts';

/** All that was answered, in both ways of counting; no epsilon bounds it after one Gaussian answer. */
export interface Sums {
  readonly epsilon: Amount | null;
  readonly rho: Amount;
  readonly delta: Amount;
}

/** What sums may reach. */
export interface FilterLimits {
  readonly epsilon: Amount;
  readonly rho: Amount;
  /** What mechanisms may fail with by themselves. */
  readonly delta: Amount;
}

/** Which of the two sums is within its limit. */
export type FittingSum = 'epsilon' | 'rho';

/**
 * Two sums, of which one must fit.
 *   Says     whoever goes on only while (Σ epsilon fits, or Σ rho fits) and Σ delta fits keeps (epsilon, delta) of `filterLimits`,
 *            whatever each question depends on: where Σ epsilon fits the loss is no larger, everywhere else Σ rho does
 *   Assumes  both sums count every answer from its reservation on; amounts depend on earlier answers alone; a mechanism that may
 *            fail does so on one event for both sums
 *   Rounds   nothing
 *   Source   [FZ21], [WRRW23] for Σ rho alone; derived for both; enumerated over adaptive analysts
 */
export function fittingSide({ epsilon, rho, delta }: Sums, limits: FilterLimits): FittingSum | undefined {
  if (!amounts.fits(delta, limits.delta)) return undefined;
  if (epsilon !== null && amounts.fits(epsilon, limits.epsilon)) return 'epsilon';
  return amounts.fits(rho, limits.rho) ? 'rho' : undefined;
}

/**
 * What a promise of epsilon and delta leaves for the three sums.
 *   Says     Σ delta up to f, and rho up to the largest that keeps (epsilon, (delta - f)/(1 - f)), are (epsilon, delta) together
 *   Assumes  0 <= f < delta, all fixed before the first question, or delta 0: then there is no side of rho
 *   Rounds   rho down
 *   Source   derived: what does not fail is a share of at least 1 - f of everything
 */
export function filterLimits(epsilon: Amount, delta: Amount, failing: Amount): FilterLimits {
  const kept = rational.div(amounts.left(delta, failing), rational.sub(rational.one, failing));
  return Object.freeze({ epsilon, rho: rhoMax(epsilon, kept), delta: failing });
}
