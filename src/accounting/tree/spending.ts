/** What was spent, in exact amounts: charges are rounded up when they are made, and never again. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';
import { greatest } from './exact-amounts.ts';

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

/** What was spent on a table that nobody asked. */
export const nothing: Spending = eachOf(() => rational.zero);

export const plus = (a: Spending, b: Spending): Spending => eachOf(name => rational.add(a[name], b[name]));

/** What must still be passed on. Never negative: a sharper price does not pay back. */
export const beyond = (after: Spending, before: Spending): Spending =>
  eachOf(name => greatest(rational.zero, rational.sub(after[name], before[name])));

export const fits = (spent: Spending, cap: Spending): boolean =>
  names.every(name => rational.compare(spent[name], cap[name]) <= 0);

/** Without a chance of failure, for either kind of neighbour. */
export const isPure = ({ delta, replaceDelta }: Spending): boolean =>
  rational.equals(delta, rational.zero) && rational.equals(replaceDelta, rational.zero);

export const spentOn = (node: string, state: TreeState): Spending => state.get(node)?.spent ?? nothing;

export const passedBy = (node: string, state: TreeState): Spending => state.get(node)?.passed ?? nothing;

/** For prices, which are computed in doubles. Rounded up. */
export const asCost = ({ epsilon, replace, delta, replaceDelta }: Spending): ApproximateCost => ({
  epsilon: toNumber(epsilon, 'up'),
  replace: toNumber(replace, 'up'),
  delta: toNumber(delta, 'up'),
  replaceDelta: toNumber(replaceDelta, 'up'),
});

const names = ['epsilon', 'replace', 'delta', 'replaceDelta'] as const satisfies readonly (keyof Spending)[];

export function eachOf(amount: (name: keyof Spending) => Rational): Spending {
  return Object.freeze({
    epsilon: amount('epsilon'),
    replace: amount('replace'),
    delta: amount('delta'),
    replaceDelta: amount('replaceDelta'),
  });
}
