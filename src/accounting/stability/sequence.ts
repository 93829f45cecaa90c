/** Several questions on one table: what they cost together, inside it. */
import type { Cost } from '../../vocabulary/index.ts';
import { sum } from './amounts.ts';
import { checkCost } from './arguments.ts';
import { charge } from './charge.ts';

/**
 * Questions on one table add up, before anything below the table amplifies the total once.
 *   Says     (e_i, r_i) ⇒ (Σ e_i, Σ r_i), both reached
 *   Assumes  nothing: the questions may depend on earlier answers
 *   Rounds   up
 *   Source   [EAS16] Theorem 2.2
 */
export function sequence(questions: readonly Cost[]): Cost {
  const costs = questions.map(checkCost);
  return charge(sum(costs.map(({ epsilon }) => epsilon)), sum(costs.map(({ replace }) => replace)));
}
