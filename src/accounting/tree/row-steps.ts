/** Steps that look at one unit at a time: what they charge for what follows, exactly. */
import type { Spending } from '../../amounts/index.ts';
import { greatest } from './exact-amounts.ts';

/**
 * A filter, or a part by a key seen alone.
 *   Says     (e, δ; r, ρ) ⇒ (e, δ; max(e, r), max(δ, ρ))
 *   Assumes  whether a unit stays, and with which rows, depends on the unit alone
 *   Rounds   nothing
 *   Source   derived: a replaced unit may pass where the other one is dropped
 */
export const throughWhere = (cost: Spending): Spending =>
  Object.freeze({
    ...cost,
    replace: greatest(cost.epsilon, cost.replace),
    replaceDelta: greatest(cost.delta, cost.replaceDelta),
  });
