/** What is added to nodes, as an entry stores it: exact decimals as text. */
import type { NodeState } from '../accounting/index.ts';
import { spendings } from '../amounts/index.ts';

export const storedNodes = (nodes: ReadonlyMap<string, NodeState>) =>
  [...nodes].map(([node, { spent, passed }]) => ({
    node,
    spent: spendings.text(spent),
    passed: spendings.text(passed),
  }));
