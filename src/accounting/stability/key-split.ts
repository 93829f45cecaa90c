/** A partition by the value of a public key. */
import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { greatest, sum } from './amounts.ts';
import { checkCost, checkSize, checkSome } from './arguments.ts';
import { charge } from './charge.ts';

/** What is spent on every part; a part that nobody asks costs nothing, and is listed all the same. */
export interface KeySplit {
  readonly costs: readonly Cost[];
  /** The most rows of one unit, when they may lie in different parts. Absent: the key is constant in a unit. */
  readonly rowsPerUnit?: number | undefined;
}

export const keySplit = ({ costs, rowsPerUnit }: KeySplit): Cost =>
  rowsPerUnit === undefined ? splitOfUnits(costs) : splitOfRows(costs, rowsPerUnit);

const falling = (amounts: readonly number[]): number[] => [...amounts].sort((a, b) => b - a);

/**
 * All rows of a unit share one key: the unit lies in one part.
 *   Says     (e_j, r_j) ⇒ (max e_j, max(r_j, e_i + e_j for i ≠ j)), both reached
 *   Assumes  the listed parts are all there are; the key is constant in a unit, and the set of keys public
 *   Rounds   up
 *   Source   [EAS16] Theorem 2.3 for e; r derived, both checked by linear program
 */
function splitOfUnits(list: readonly Cost[]): Cost {
  const costs = checkSome('part', list).map(checkCost);
  const [first, second] = falling(costs.map(({ epsilon }) => epsilon));
  const moved = second === undefined ? 0 : up.add(first, second);
  return charge(first, Math.max(moved, greatest(costs.map(({ replace }) => replace))));
}

/**
 * The rows of a unit may lie in several parts, and each part holds the unit's rows in it. Replaced, the unit leaves up to k
 * parts and enters up to k: a part that it only leaves or only enters costs e_j, one where it was and is costs r_j.
 *   Says     e ⇒ the sum of the k largest e_j; r ⇒ the sum of the 2k largest of all e_j and max(0, r_j − e_j), both reached
 *   Assumes  at most k rows of a unit; what is asked of a part costs e_j for one unit more in it
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function splitOfRows(list: readonly Cost[], rowsPerUnit: number): Cost {
  checkSize('number of rows of a unit', rowsPerUnit);
  const costs = checkSome('part', list).map(checkCost);
  const once = costs.map(({ epsilon }) => epsilon);
  const again = costs.map(({ epsilon, replace }) => Math.max(0, up.sub(replace, epsilon)));
  return charge(sum(falling(once).slice(0, rowsPerUnit)), sum(falling([...once, ...again]).slice(0, 2 * rowsPerUnit)));
}
