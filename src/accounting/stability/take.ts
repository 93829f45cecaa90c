/** The first n units in an order fixed in advance. */

import type { ApproximateCost, Cost } from '../../vocabulary/index.ts';
import { approximateCharge, checkApproximate } from './approximate-charge.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

/**
 * A unit that enters the first n pushes another one out: added, it replaces.
 *   Says     (e, r) ⇒ (max(e, r), r), both reached
 *   Assumes  a total order of units that does not depend on the data
 *   Rounds   nothing
 *   Source   [EAS16] section 3 (the hole in PINQ, which charges e)
 */
export function take({ size }: { readonly size: number }, following: Cost): Cost {
  checkSize('number of units taken', size);
  const { epsilon, replace } = checkCost(following);
  return charge(Math.max(epsilon, replace), replace);
}

/**
 * The first n units.
 *   Says     as the pure price, with δ ⇒ max(δ, ρ), ρ ⇒ ρ
 *   Assumes  as `take`; all questions on the table together keep the cap
 *   Rounds   nothing
 *   Source   derived; checked by linear program
 */
export function cappedTake(sample: { readonly size: number }, cap: ApproximateCost): ApproximateCost {
  const { delta, replaceDelta } = checkApproximate(cap);
  return approximateCharge(take(sample, cap), Math.max(delta, replaceDelta), replaceDelta);
}

export const takeOperator: SampleOperator<{ readonly size: number }> = {
  about: 'the first units in an order',
  takes: { size: 'needed' },
  random: false,
  price: take,
  capped: cappedTake,
  inFull: 'replaced',
  known: { added: 'either', replaced: 'replaced' },
  theorem: () => 'take',
};
