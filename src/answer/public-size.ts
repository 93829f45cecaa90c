/** The number of units of a table whose policy makes it public: read in the same snapshot as the rows, and recorded. */
import type { Snapshot } from '../engine/index.ts';
import { type CheckedPlan, check, drawsOf, type Plan, type PlanTable } from '../plan/index.ts';
import { type LoweringTarget, lower } from '../sql/index.ts';
import { recordedSize } from './decision.ts';
import type { Deployment } from './deployment.ts';
import type { Present } from './draws.ts';

/**
 * Draws of so many units, or of a part of them, are priced and scaled by it. What a file holds is known by when it was
 * written; that a database still holds what its version says is looked at every time, and refused where it does not.
 */
export async function recordPublicSize(
  checked: CheckedPlan,
  { policy, ledger }: Deployment,
  { states, version }: Present,
  { run }: Snapshot,
  target: LoweringTarget,
): Promise<void> {
  const table = policy.tables[checked.table];
  if (table.public || !table.sizeIsPublic || drawsOf(checked).length === 0) return;
  const isKnown = recordedSize(checked, ledger.state(), states) !== undefined;
  if (isKnown && policy.source.engine === 'duckdb') return;
  const counted = check(numberOfUnits({ kind: 'scan', table: checked.table }), policy);
  const state = states.nameOf([checked.table]);
  for await (const { cells } of run(lower(counted, target)))
    await ledger.recordSize({ table: checked.table, version, state, units: Number(cells[0]) });
}

/** How many units a table has. */
export const numberOfUnits = (input: PlanTable): Plan => ({
  version: 1,
  input,
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});
