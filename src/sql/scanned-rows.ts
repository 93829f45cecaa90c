/** The rows of a table as values that obey the policy: first read as plain types, then bounded, each column once. */
import type { Schema } from '../plan/index.ts';
import { type Fragment, name, sql } from './fragment.ts';
import { derived, type Lowering, type Named, selectList } from './relation.ts';
import { scanned } from './scan.ts';
import { unitOf } from './units.ts';

export interface ScannedRows {
  /** What stands after FROM. */
  readonly from: Fragment;
  /** Names of the columns, in the order of the schema. */
  readonly columns: readonly Fragment[];
  readonly unit: Fragment | undefined;
}

export function scannedRows(
  table: string,
  reads: Schema,
  unitColumn: string | undefined,
  lowering: Lowering,
): ScannedRows {
  const { fresh, catalogue, dialect } = lowering;
  const readings: Named[] = [];
  const once = (value: Fragment): Fragment => {
    const alias = fresh('read');
    readings.push({ name: alias, value });
    return alias;
  };
  const columns = reads.map(({ name: column, domain }): Named => {
    const family = catalogue.get(table)?.columns.get(column) ?? 'other';
    return { value: scanned({ table, name: column, family, domain }, dialect, once), name: fresh(column) };
  });
  const owner =
    unitColumn === undefined ? [] : [{ name: fresh('unit'), value: once(unitOf(table, unitColumn, lowering)) }];
  const present = unitColumn === undefined ? sql`` : sql` WHERE ${name(unitColumn)} IS NOT NULL`;
  // a table must have a column, even where rows are only counted
  if (readings.length === 0) once(sql`1`);
  const read = derived(sql`SELECT ${selectList(readings)} FROM ${lowering.table(table)}${present}`, lowering);
  const kept = [...owner, ...columns];
  return {
    from: kept.length === 0 ? read : derived(sql`SELECT ${selectList(kept)} FROM ${read}`, lowering),
    columns: columns.map(column => column.name),
    unit: owner[0]?.name,
  };
}
