/** Spending written as decimals, and a ledger of one line: what increments add to the state of the tree. */
import type { Increments, NodeState, TreeState } from '../../src/accounting/tree/index.ts';
import type { Spending } from '../../src/amounts/index.ts';
import { rational, toNumber } from '../../src/numerics/index.ts';

/** (epsilon, replace; delta, replaceDelta) as a person would write them. */
export const spending = (epsilon: number, replace: number, delta = 0, replaceDelta = 0): Spending => ({
  epsilon: rational.fromDecimal(String(epsilon)),
  replace: rational.fromDecimal(String(replace)),
  delta: rational.fromDecimal(String(delta)),
  replaceDelta: rational.fromDecimal(String(replaceDelta)),
});

export const numbersOf = ({ epsilon, replace, delta, replaceDelta }: Spending) => ({
  epsilon: toNumber(epsilon, 'nearest'),
  replace: toNumber(replace, 'nearest'),
  delta: toNumber(delta, 'nearest'),
  replaceDelta: toNumber(replaceDelta, 'nearest'),
});

export const sumOf = (a: Spending, b: Spending): Spending => ({
  epsilon: rational.add(a.epsilon, b.epsilon),
  replace: rational.add(a.replace, b.replace),
  delta: rational.add(a.delta, b.delta),
  replaceDelta: rational.add(a.replaceDelta, b.replaceDelta),
});

export function settled(state: TreeState, nodes: Increments['nodes']): TreeState {
  const after = new Map<string, NodeState>(state);
  for (const [node, change] of nodes) {
    const before = state.get(node);
    after.set(
      node,
      before === undefined
        ? change
        : { ...before, spent: sumOf(before.spent, change.spent), passed: sumOf(before.passed, change.passed) },
    );
  }
  return after;
}
