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

const decreasing = (costs: readonly Cost[]): number[] => costs.map(({ epsilon }) => epsilon).sort((a, b) => b - a);

/**
 * All rows of a unit share one key: the unit lies in one part.
 *   Says     (e_j, r_j) ⇒ (max e_j, max(r_j, e_i + e_j for i ≠ j)), both reached
 *   Assumes  the listed parts are all there are; the key is constant in a unit, and the set of keys public
 *   Rounds   up
 *   Source   [EAS16] Theorem 2.3 for e; r derived, both checked by linear program
 */
function splitOfUnits(list: readonly Cost[]): Cost {
  const costs = checkSome('part', list).map(checkCost);
  const [first, second] = decreasing(costs);
  const moved = second === undefined ? 0 : up.add(first, second);
  return charge(first, Math.max(moved, greatest(costs.map(({ replace }) => replace))));
}

/**
 * The rows of a unit may lie in several parts, and each part holds the unit's rows in it.
 *   Says     (e_j, r_j) ⇒ (e', 2e') with e' the sum of the min(k, parts) largest e_j, reached
 *   Assumes  at most k rows of a unit; what is asked of a part costs e_j for one unit more in it
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
function splitOfRows(list: readonly Cost[], rowsPerUnit: number): Cost {
  checkSize('number of rows of a unit', rowsPerUnit);
  const costs = checkSome('part', list).map(checkCost);
  const epsilon = sum(decreasing(costs).slice(0, rowsPerUnit));
  return charge(epsilon, 2 * epsilon);
}
