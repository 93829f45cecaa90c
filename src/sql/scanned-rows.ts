/** The rows of a table as values that obey the policy: first read as plain types, then bounded, each column once. */
import type { Schema } from '../plan/expressions/index.ts';
import { type Fragment, name, sql } from './fragment.ts';
import { derived, type Lowering, type Named, selectList } from './relation.ts';
import { scanned } from './scan.ts';
import { familyOf, unitOf } from './units.ts';

export interface ScannedRows {
  /** What stands after FROM. */
  readonly from: Fragment;
  /** Names of the columns, in the order of the schema. */
  readonly columns: readonly Fragment[];
  readonly unit: Fragment | undefined;
}

/** The columns of a table as they are needed: each piece is read once, and all of them before anything else is made of them. */
interface Reader {
  readonly once: (piece: Fragment) => Fragment;
  /** What stands after FROM, when all pieces are known; `where` says of which rows. */
  readonly rows: (where?: Fragment) => Fragment;
}

export function readerOf(table: string, lowering: Lowering): Reader {
  const readings: Named[] = [];
  const once = (value: Fragment): Fragment => {
    const alias = lowering.fresh('read');
    readings.push({ name: alias, value });
    return alias;
  };
  return {
    once,
    rows: (where = sql``) => {
      // a table must have a column, even where rows are only counted
      if (readings.length === 0) once(sql`1`);
      return derived(sql`SELECT ${selectList(readings)} FROM ${lowering.table(table)}${where}`, lowering);
    },
  };
}

export function scannedRows(
  table: string,
  reads: Schema,
  unitColumn: string | undefined,
  lowering: Lowering,
): ScannedRows {
  const { fresh, dialect } = lowering;
  const { once, rows } = readerOf(table, lowering);
  const columns = reads.map(({ name: column, domain }): Named => {
    const family = familyOf(table, column, lowering);
    return { value: scanned({ table, name: column, family, domain }, dialect, once), name: fresh(column) };
  });
  const owner =
    unitColumn === undefined ? [] : [{ name: fresh('unit'), value: once(unitOf(table, unitColumn, lowering)) }];
  const read = rows(unitColumn === undefined ? undefined : sql` WHERE ${name(unitColumn)} IS NOT NULL`);
  const kept = [...owner, ...columns];
  return {
    from: kept.length === 0 ? read : derived(sql`SELECT ${selectList(kept)} FROM ${read}`, lowering),
    columns: columns.map(column => column.name),
    unit: owner[0]?.name,
  };
}
