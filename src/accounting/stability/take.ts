/** The first n units in an order fixed in advance. */
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';

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
