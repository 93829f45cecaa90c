/** How many rows of one unit may count in a table: k of its own, one where each unit is one row, the product after a join. */
import type { Policy } from '../../source/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { CheckedTable } from '../checked-plan.ts';
import type { PlanTable } from '../plan.ts';

/**
 * Who would have more rows after a join of protected tables is left out of it: some thousand rows of one person in both tables would
 * be millions beside each other, and decide whether anybody is answered. No bound is higher, so that it cuts nobody within bounds.
 */
export const JOINED_ROWS_MAX = 250_000n;

/**
 * How many rows of a unit count.
 *   Says     beside each other, k1 rows of a unit in one table and k2 in the other are k1·k2 rows: with this bound nobody is cut who
 *            is within the bounds of both tables, and with any lower one, which the question may name, somebody is
 *   Assumes  rows are bounded after the join, whatever number of them it makes: the bounds of the tables alone hold nobody back there
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function rowsMost(table: CheckedTable, policy: Policy): bigint {
  if (table.kind === 'perUnit') return 1n;
  if (table.kind === 'unitJoin')
    return table.rowsPerUnit === null
      ? rowsMost(table.input, policy) * rowsMost(table.with, policy)
      : BigInt(table.rowsPerUnit);
  if (table.kind !== 'scan') return rowsMost(table.input, policy);
  const scanned = policy.tables[table.table];
  invariant(!scanned.public, 'a scan reads a protected table');
  return table.rowsAreUnits ? 1n : BigInt(scanned.rowsPerUnit);
}

/** The scan that names the units of a table. */
export const scanOf = (table: CheckedTable): Extract<CheckedTable, { readonly kind: 'scan' }> =>
  table.kind === 'scan' ? table : scanOf(table.input);

/** Whether two protected tables were joined on the way. */
export const isUnitJoined = (table: CheckedTable): boolean =>
  table.kind !== 'scan' && (table.kind === 'unitJoin' || isUnitJoined(table.input));

/** The protected tables whose rows a table is made of: what it costs counts against the limits of each. */
export function scansIn(table: CheckedTable | PlanTable): readonly string[] {
  if (table.kind === 'scan') return [table.table];
  return [...scansIn(table.input), ...(table.kind === 'unitJoin' ? scansIn(table.with) : [])];
}
