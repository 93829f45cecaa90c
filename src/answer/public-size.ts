/** The number of units of a table whose policy makes it public: read once for each version of the data, and recorded. */
import type { Engine } from '../engine/index.ts';
import { type CheckedPlan, check, drawsOf, type Plan, type Table } from '../plan/index.ts';
import { lower, type Target } from '../sql/index.ts';
import type { Deployment } from './deployment.ts';

/** Draws of so many units, or of a part of them, are priced and scaled by it. */
export async function recordPublicSize(
  checked: CheckedPlan,
  { policy, ledger }: Deployment,
  engine: Engine,
  target: Target,
): Promise<void> {
  const version = policy.source.version ?? null;
  const table = policy.tables[checked.table];
  if (table.public || !table.sizeIsPublic || drawsOf(checked).length === 0) return;
  if (ledger.state().sizes.get(checked.table)?.has(version)) return;
  const counted = check(numberOfUnits({ kind: 'scan', table: checked.table }), policy);
  for await (const { cells } of engine.run(lower(counted, target)))
    await ledger.recordSize(checked.table, version, Number(cells[0]));
}

/** As recorded. */
export const publicSize = ({ table }: CheckedPlan, { policy, ledger }: Deployment): number | undefined =>
  ledger
    .state()
    .sizes.get(table)
    ?.get(policy.source.version ?? null);

/** How many units a table has. */
export const numberOfUnits = (input: Table): Plan => ({
  version: 1,
  input,
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});
