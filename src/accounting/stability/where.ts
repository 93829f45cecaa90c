/** A filter, or anything else that may drop a unit by looking at that unit alone. */
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost } from './arguments.ts';
import { charge } from './charge.ts';

/**
 * A replaced unit may pass where the other one is dropped.
 *   Says     (e, r) ⇒ (e, max(e, r)), both reached
 *   Assumes  the decision depends on the unit alone
 *   Rounds   nothing
 *   Source   derived; checked by linear program
 */
export function where(following: Cost): Cost {
  const { epsilon, replace } = checkCost(following);
  return charge(epsilon, Math.max(epsilon, replace));
}
