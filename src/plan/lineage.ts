/** How a checked plan's table came from the base, as the accountant sees it. */
import type { Derivation, Lineage } from '../accounting/tree/index.ts';
import type { CheckedPlan, CheckedTable } from './checked-plan.ts';
import { drawsOf, type PlanDraw } from './draws.ts';
import type { Operator, Tree, TreeNode } from './operators/operator.ts';
import { operators } from './operators/operators.ts';

/**
 * One step a table, from the base outwards. `nodes` says which node of the tree each draw is; `size` is the number of units
 * of the base where that is public, which matters where replaced units are the neighbours: an added one would show.
 */
export function lineageOf(checked: CheckedPlan, nodes: (draw: PlanDraw) => TreeNode, size?: number): Lineage {
  const { relation, input } = checked;
  const base = relation === 'replace-one' ? size : undefined;
  const known = drawsOf(checked).map(draw => ({ ...nodes(draw), ...following(draw, checked, base) }));
  const tree: Tree = { nodeAt: place => known[place], sizeOf: table => publicSize(table, base) };
  const steps = tablesOf(input).map((table): Derivation => operatorOf(table).derivation(table, tree));
  return Object.freeze({ relation, steps: Object.freeze(steps) });
}

/**
 * Whether a draw follows its units from state to state, where a unit may be in some states and not in others. With public sizes
 * the two that are exchanged are in the same ones, unless a filter or a stratum tells them apart on the way.
 */
function following({ place, acrossStates }: PlanDraw, { input }: CheckedPlan, base: number | undefined) {
  const drawn = tablesOf(input).findIndex(table => 'place' in table && table.place === place);
  const way = tablesOf(input).slice(0, drawn + 1);
  return acrossStates && (base === undefined || !way.every(keepsTogether)) ? { acrossStates: true as const } : {};
}

/** Every unit stays, or is left out by a coin that is the same in all states. */
const keepsTogether = (table: CheckedTable): boolean =>
  table.kind === 'sample' || table.kind === 'part'
    ? table.membership.kind === 'interval'
    : table.kind !== 'where' && table.kind !== 'unitJoin' && !(table.kind === 'join' && table.keep === 'matched');

/** The table and all below it, the scan first. */
export const tablesOf = (table: CheckedTable): readonly CheckedTable[] =>
  table.kind === 'scan' ? [table] : [...tablesOf(table.input), table];

/** How many units a table has, where that follows from the public size of the base; no table is known to be empty. */
export function publicSize(table: CheckedTable, base: number | undefined): number | undefined {
  let units = base;
  for (const step of tablesOf(table)) units = units === undefined ? undefined : operatorOf(step).size(step, units);
  return units !== undefined && units >= 1 ? units : undefined;
}

export const operatorOf = (table: CheckedTable): Operator<CheckedTable['kind']> =>
  operators[table.kind] as Operator<CheckedTable['kind']>;
