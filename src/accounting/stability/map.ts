/** A function of each unit alone, which turns it into another unit. */
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost } from './arguments.ts';
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
