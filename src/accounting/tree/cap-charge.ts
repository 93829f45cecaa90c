/** What making a sample or split with a cap costs at once. */
import { type Spending, spendings } from '../../amounts/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { type Increments, increments } from './increments.ts';
import type { Lineage } from './lineage.ts';
import { capPrice } from './node-cap.ts';
import type { TreeState } from './spending.ts';

/** The lineage ends with the new draw; what the draw charges is asked of the table below it like any question. */
export function capCharge({ relation, steps }: Lineage, state: TreeState, cap: Spending): Increments {
  const draw = steps.at(-1);
  invariant(draw !== undefined && 'node' in draw, 'what is made with a cap is a sample or a split');
  const passed = capPrice(draw, cap, relation);
  const charged = increments({ relation, steps: steps.slice(0, -1) }, state, passed);
  return Object.freeze({
    root: charged.root,
    nodes: new Map([...charged.nodes, [draw.node, Object.freeze({ spent: spendings.nothing, passed })]]),
    steps: Object.freeze([...charged.steps, Object.freeze({ ...passed, derivation: draw })]),
  });
}
