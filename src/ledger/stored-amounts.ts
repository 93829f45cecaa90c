/** Amounts as an entry stores them: exact decimals as text. */
import type { NodeState, Spending } from '../accounting/index.ts';
import * as amount from './amount.ts';
import type { Loss } from './ledger.ts';

export const storedLoss = ({ epsilon, delta }: Loss): { epsilon: string; delta: string } => ({
  epsilon: amount.text(epsilon),
  delta: amount.text(delta),
});

export const storedSpending = ({ epsilon, replace, delta, replaceDelta }: Spending) => ({
  ...storedLoss({ epsilon, delta }),
  replace: amount.text(replace),
  replaceDelta: amount.text(replaceDelta),
});

export const storedNodes = (nodes: ReadonlyMap<string, NodeState>) =>
  [...nodes].map(([node, { spent, passed }]) => ({
    node,
    spent: storedSpending(spent),
    passed: storedSpending(passed),
  }));
