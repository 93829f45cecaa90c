/** Two tables derived from one ancestor, laid together again. */
import type { Cost } from '../../vocabulary/index.ts';
import { sequence } from './sequence.ts';

/**
 * A question on a union is asked of both sides.
 *   Says     (e, r) ⇒ the sum over the sides of what each charges to their lowest common ancestor
 *   Assumes  the sides are drawn independently of each other; parts of one split are one node with a rule of its own
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export const union = (sides: readonly ((following: Cost) => Cost)[], following: Cost): Cost =>
  sequence(sides.map(side => side(following)));
