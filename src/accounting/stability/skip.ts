/** All units but the first n in an order fixed in advance. */

import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { approximateCharge, checkApproximate } from './approximate-charge.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

/**
 * One unit more anywhere is one unit more behind the first n, perhaps another one.
 *   Says     (e, r) ⇒ (e, r), both reached
 *   Assumes  a total order of units that does not depend on the data
 *   Rounds   nothing
 *   Source   derived (corrects [EAS16] section 3, which treats it like take); checked by linear program
 */
export function skip({ size }: { readonly size: number }, following: Cost): Cost {
  checkSize('number of units skipped', size, 0);
  const { epsilon, replace } = checkCost(following);
  return charge(epsilon, replace);
}

/**
 * All but the first n units.
 *   Says     (e, δ; r, ρ) ⇒ (e, δ; r, ρ)
 *   Assumes  as `skip`; all questions on the table together keep the cap
 *   Rounds   nothing
 *   Source   derived; checked by linear program
 */
export function cappedSkip(sample: { readonly size: number }, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  return approximateCharge(skip(sample, cap), delta, replaceDelta);
}

export const skipOperator: SampleOperator<{ readonly size: number }> = {
  about: 'all but the first units',
  takes: { size: 'needed' },
  random: false,
  price: skip,
  capped: cappedSkip,
  inFull: 'added',
  known: { added: 'added', replaced: 'replaced' },
  theorem: () => 'skip',
};
