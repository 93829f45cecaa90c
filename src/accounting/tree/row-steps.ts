/** Steps that look at one unit at a time: what they charge for what follows, exactly. */
import { greatest } from './exact-amounts.ts';
import type { Spending } from './spending.ts';

/**
 * A filter, or a part by a key seen alone.
 *   Says     (e, δ; r, ρ) ⇒ (e, δ; max(e, r), max(δ, ρ))
 *   Assumes  whether a unit stays, and with which rows, depends on the unit alone
 *   Rounds   nothing
 *   Source   derived: a replaced unit may pass where the other one is dropped
 */
export const throughWhere = ({ epsilon, delta, replace, replaceDelta }: Spending): Spending =>
  Object.freeze({ epsilon, delta, replace: greatest(epsilon, replace), replaceDelta: greatest(delta, replaceDelta) });
