/** What questions on tables of plans charge the base, asked one after the other, as the accountant's tree says. */
import { increments, type NodeState, type TreeState } from '../../src/accounting/tree/index.ts';
import type { Spending } from '../../src/amounts/index.ts';
import { rational, toNumber } from '../../src/numerics/index.ts';
import type { CheckedPlan } from '../../src/plan/checked-plan.ts';
import { lineageOf } from '../../src/plan/lineage.ts';
import type { Cost } from '../../src/vocabulary/index.ts';

/** `size` is the public number of units of the base. */
export function chargedInTurn(plans: readonly CheckedPlan[], costs: readonly Cost[], size?: number): Cost {
  let state: TreeState = new Map();
  let total = nothing;
  plans.forEach((plan, place) => {
    const lineage = lineageOf(plan, draw => ({ node: `draw ${draw.place}` }), size);
    const { root, nodes } = increments(lineage, state, spendingOf(costs[place]));
    state = new Map([...state, ...[...nodes].map(([node, change]) => [node, after(state.get(node), change)] as const)]);
    total = plus(total, root);
  });
  return { epsilon: toNumber(total.epsilon, 'up'), replace: toNumber(total.replace, 'up') };
}

const spendingOf = ({ epsilon, replace }: Cost): Spending => ({
  ...nothing,
  epsilon: rational.fromNumber(epsilon),
  replace: rational.fromNumber(replace),
});

const nothing: Spending = {
  epsilon: rational.zero,
  replace: rational.zero,
  delta: rational.zero,
  replaceDelta: rational.zero,
};

const plus = (one: Spending, other: Spending): Spending => ({
  epsilon: rational.add(one.epsilon, other.epsilon),
  replace: rational.add(one.replace, other.replace),
  delta: rational.add(one.delta, other.delta),
  replaceDelta: rational.add(one.replaceDelta, other.replaceDelta),
});

const after = (before: NodeState | undefined, change: NodeState): NodeState =>
  before === undefined
    ? change
    : { spent: plus(before.spent, change.spent), passed: plus(before.passed, change.passed) };
