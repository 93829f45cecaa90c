/**
 * Questions whose keys are all that must be constant in a unit, of rows as they were scanned: whoever contradicts himself
 * then has several cells, and cells are fewer than rows. Looking there saves a pass over everybody's rows.
 */
import type { CheckedPlan, CheckedTable, Domain } from '../plan/index.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { derived, type Lowering, selectList } from './relation.ts';
import { smallestOf } from './units.ts';

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
  readonly keys: readonly Fragment[];
  readonly types: readonly Domain['type'][];
}

/** The cell with the smallest keys of every unit, null being the largest; what stands after FROM. */
export function smallestCells({ select, unit, keys, types }: KeyedCells, lowering: Lowering): Fragment {
  const cells = lowering.define('cells', select, 'once');
  const owner = lowering.fresh('owner');
  const smallest = keys.map((key, place) => ({
    name: lowering.fresh('smallest'),
    value: smallestOf(key, types[place]),
  }));
  const list = selectList([{ name: owner, value: unit }, ...smallest]);
  const several = derived(sql`SELECT ${list} FROM ${cells} GROUP BY ${unit} HAVING count(*) > 1`, lowering);
  const same = join(
    keys.map((key, place) => sql`${key} IS NOT DISTINCT FROM ${smallest[place].name}`),
    ' AND ',
  );
  return derived(
    sql`SELECT * FROM ${cells} LEFT JOIN ${several} ON ${unit} = ${owner} WHERE ${owner} IS NULL OR (${same})`,
    lowering,
  );
}
