/** What was spent, in exact amounts: charges are rounded up when they are made, and never again. */
import type { Rational } from '../../numerics/index.ts';

/** For added or removed units, and for replaced ones. */
export interface Spending {
  readonly epsilon: Rational;
  readonly replace: Rational;
  readonly delta: Rational;
  readonly replaceDelta: Rational;
}

/** A node of the tree: what was spent on it, and what of that its parent was charged so far. */
export interface NodeState {
  readonly spent: Spending;
  readonly passed: Spending;
}

/** By node; the table of a sample is named by its node, a part of a split by `partOf`. Absent: nothing was spent. */
export type TreeState = ReadonlyMap<string, NodeState>;
