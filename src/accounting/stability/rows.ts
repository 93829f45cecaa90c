/** Functions of one unit: `map` turns it into another unit, `rows` into at most c rows. */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';

/**
 * One unit becomes one unit.
 *   Says     (e, r) ⇒ (e, r), both reached
 *   Assumes  a total function of the unit alone
 *   Rounds   nothing
 *   Source   [EAS16] Proposition 4.1
 */
export function map(following: Cost): Cost {
  const { epsilon, replace } = checkCost(following);
  return charge(epsilon, replace);
}

/**
 * One unit becomes at most c rows, each of which what follows counts as a unit.
 *   Says     (e, r) ⇒ (c·e, c·max(e, r)), both reached
 *   Assumes  a total function of the unit alone; the limit is enforced
 *   Rounds   up
 *   Source   [EAS16] Theorem 2.1 for e; r derived, both checked by linear program
 */
export function rows({ most }: { readonly most: number }, following: Cost): Cost {
  checkSize('number of rows of a unit', most);
  const { epsilon, replace } = checkCost(following);
  return charge(up.mul(most, epsilon), up.mul(most, Math.max(epsilon, replace)));
}
