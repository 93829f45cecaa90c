/**
 * Questions whose keys are all that must be constant in a unit, of rows as they were scanned: whoever contradicts himself
 * then has several cells, and cells are fewer than rows. Looking there saves a pass over everybody's rows.
 */
import type { CheckedPlan, CheckedTable } from '../plan/index.ts';
import { type Fragment, sql } from './fragment.ts';
import type { Lowering } from './relation.ts';
import { type ConstantColumn, smallestIn } from './units.ts';

export function keysAreTheConstants({ input, grouping }: CheckedPlan): boolean {
  const constants = scannedConstants(input);
  const keys = grouping.keys.map(({ expression }) => (expression.kind === 'column' ? expression.name : undefined));
  return (
    constants !== undefined &&
    constants.length > 0 &&
    constants.length === keys.length &&
    constants.every(name => keys.includes(name))
  );
}

/** Undefined where rows were dropped after the scan: the smallest value of a unit may have been among them. */
function scannedConstants(table: CheckedTable): readonly string[] | undefined {
  if (table.kind === 'scan') return table.reads.filter(({ perUnit }) => perUnit).map(({ name }) => name);
  return table.kind === 'project' || table.kind === 'derive' ? scannedConstants(table.input) : undefined;
}

export interface KeyedCells {
  /** One row a unit and cell. */
  readonly select: Fragment;
  readonly unit: Fragment;
  readonly keys: readonly ConstantColumn[];
}

/** The cell with the smallest keys of every unit, null being the largest; what stands after FROM. */
export const smallestCells = ({ select, unit, keys }: KeyedCells, lowering: Lowering): Fragment =>
  smallestIn(
    { from: lowering.define('cells', select, 'once'), unit, columns: keys, contradicted: sql`count(*) > 1` },
    lowering,
  );
