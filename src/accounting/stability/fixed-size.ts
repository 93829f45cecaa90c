/**
 * A sample of exactly n units without replacement (of all units when there are fewer).
 * Free for a single count, because a new unit at most pushes another one out; never free for a group-by.
 */

import { up } from '../../numerics/index.ts';
import { type ApproximateCost, type Cost, refuse } from '../../vocabulary/index.ts';
import { amplify } from './amplification.ts';
import { approximateCharge, checkApproximate } from './approximate-charge.ts';
import { checkCost, checkSize, checkSizeWithin } from './arguments.ts';
import { charge, chargeSubstitutionOnly } from './charge.ts';
import type { SampleOperator } from './operator.ts';

export interface FixedSize {
  readonly size: number;
  /** The public number of units; only replaced units are then neighbours. */
  readonly of?: number | undefined;
  /** The fewest units there are, as the policy signs it. */
  readonly atLeast?: number | undefined;
}

export function fixedSize({ size, of, atLeast }: FixedSize, following: Cost): Cost {
  if (of !== undefined && atLeast !== undefined) {
    return refuse('value_out_of_range', 'Give either the public size or a lower bound on it, not both.');
  }
  if (of !== undefined) return fixedSizeOfPublic(size, of, following);
  if (atLeast !== undefined) return fixedSizeOfAtLeast(size, atLeast, following);
  return fixedSizeOfSecret(size, following);
}

/**
 * The size of the data is secret.
 *   Says     (e, r) ⇒ (max(e, ln(1 + n/(n+1)·(e^r − 1))), r), both reached
 *   Assumes  n units uniformly without replacement, all of them when there are at most n; fresh secret randomness
 *   Rounds   up
 *   Source   [EAS16] Theorem 4.5 for r = 2e; derived for other r, checked by linear program
 */
function fixedSizeOfSecret(size: number, following: Cost): Cost {
  checkSize('sample size', size);
  const { epsilon, replace } = checkCost(following);
  return charge(Math.max(epsilon, amplify(up.div(size, up.add(size, 1)), replace)), replace);
}

/**
 * The size of the data is public.
 *   Says     r ⇒ ln(1 + (n/N)(e^r − 1)), reached
 *   Assumes  neighbours replace one unit; the table directly below has exactly N units, and N is public
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function fixedSizeOfPublic(size: number, of: number, following: Cost): Cost {
  checkSizeWithin('sample size', size, of, 'public number of units');
  return chargeSubstitutionOnly(amplify(up.div(size, of), checkCost(following).replace));
}

/**
 * The size of the data is secret, but never below a number that the policy signs.
 *   Says     (e, r) ⇒ (ln(1 + n/(N0+1)·(e^r − 1)), ln(1 + n/N0·(e^r − 1))), both reached
 *   Assumes  both neighbours have at least N0 ≥ n units; directly on the table that the policy speaks of
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function fixedSizeOfAtLeast(size: number, atLeast: number, following: Cost): Cost {
  checkSizeWithin('sample size', size, atLeast, 'signed least number of units');
  const { replace } = checkCost(following);
  return charge(amplify(up.div(size, atLeast + 1), replace), amplify(up.div(size, atLeast), replace));
}

/**
 * Fixed-size sample.
 *   Says     as the pure price, with δ ⇒ max(δ, n/(n+1)·ρ), ρ ⇒ ρ; of a public size N: ρ ⇒ (n/N)·ρ
 *   Assumes  as `fixedSize`; all questions on the sample together keep the cap
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function cappedFixedSize(sample: FixedSize, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  const charged = fixedSize(sample, cap);
  const met = (of: number): number => up.mul(up.div(sample.size, of), replaceDelta);
  if (sample.of !== undefined) return approximateCharge(charged, met(sample.of), met(sample.of));
  if (sample.atLeast !== undefined) return approximateCharge(charged, met(sample.atLeast + 1), met(sample.atLeast));
  return approximateCharge(charged, Math.max(delta, met(up.add(sample.size, 1))), replaceDelta);
}

export const fixedSizeOperator: SampleOperator<FixedSize> = {
  about: 'a fixed number of units, without replacement',
  takes: { size: 'needed', of: 'optional', atLeast: 'optional' },
  random: true,
  price: fixedSize,
  capped: cappedFixedSize,
  inFull: 'replaced',
  known: { added: 'either', replaced: 'replaced' },
  theorem: ({ of }) => (of === undefined ? 'fixedSizeOfSecret' : 'fixedSizeOfPublic'),
};
