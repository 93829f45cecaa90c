/** The first n units in a fixed order to part one, the others to part two. */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { checkCost, checkSize } from './arguments.ts';
import { charge } from './charge.ts';

export interface TakeSkipSplit {
  readonly size: number;
  /** What is spent on the first n units, and on the others. */
  readonly costs: readonly [Cost, Cost];
}

/**
 * A unit that enters the first n pushes another one into part two.
 *   Says     (e1, r1), (e2, r2) ⇒ (max(e1, r1 + e2), r1 + r2), both reached
 *   Assumes  a total order of units that does not depend on the data
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function takeSkipSplit({ size, costs }: TakeSkipSplit): Cost {
  checkSize('number of units taken', size);
  const [first, rest] = costs.map(checkCost);
  return charge(Math.max(first.epsilon, up.add(first.replace, rest.epsilon)), up.add(first.replace, rest.replace));
}
