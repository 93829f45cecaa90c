/** The state of the tree: what was spent on each of its nodes. */
import { type Amount, type Spending, spendings } from '../../amounts/index.ts';
import { toNumber } from '../../numerics/index.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';

/** A node of the tree: what was spent on it, and what of that its parent was charged so far. */
export interface NodeState {
  readonly spent: Spending;
  readonly passed: Spending;
  /** The same in concentrated privacy; of parts by a key alone, and absent where none was recorded. */
  readonly rho?: NodeRho | undefined;
}

export interface NodeRho {
  readonly spent: Amount;
  readonly passed: Amount;
}

/** By node; the table of a sample is named by its node, a part of a split by `partOf`. Absent: nothing was spent. */
export type TreeState = ReadonlyMap<string, NodeState>;

export const spentOn = (node: string, state: TreeState): Spending => state.get(node)?.spent ?? spendings.nothing;

export const passedBy = (node: string, state: TreeState): Spending => state.get(node)?.passed ?? spendings.nothing;

/** For prices, which are computed in doubles. Rounded up. */
export const asCost = (spending: Spending): ApproximateCost =>
  spendings.mapped(spending, amount => toNumber(amount, 'up'));
