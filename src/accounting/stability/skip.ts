/** All units but the first n in an order fixed in advance. */
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';

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
