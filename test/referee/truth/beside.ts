/** Visits beside cards: the step's faces, and what it means, by docs/reference/sql.md, "Joins of protected tables", alone. */
import { type Person, peopleIn } from './reading.ts';
import type { Term, Truth } from './words.ts';
import type { ColumnRule, TableName, World } from './world.ts';

export interface Beside {
  readonly kind: 'beside';
  readonly table: TableName;
  /** Of rows of the other table. */
  readonly condition: Truth | null;
}

/** What the other table's `cost` is called, for both have one. */
export const BESIDE = 'beside';
const OF = 'cost';

/** Visits of a public number of patients have other neighbours than cards. */
export const mayStandBeside = ({ sizeIsPublic }: World): boolean => !sizeIsPublic;

/** A card is one row, and so what it says is constant in its person. */
export const besideRule = ({ columns }: World, table: TableName): ColumnRule =>
  table === 'cards' ? { ...columns[OF], perUnit: true } : columns[OF];

export function inPlan(input: unknown, { table, condition }: Beside): unknown {
  const scan = { kind: 'scan', table };
  const rows = condition === null ? scan : { kind: 'where', input: scan, condition: condition.json };
  const derived = {
    kind: 'derive',
    input: rows,
    columns: [{ name: BESIDE, expression: { kind: 'column', name: OF } }],
  };
  return { kind: 'unitJoin', input, with: { kind: 'project', input: derived, columns: [BESIDE] }, rowsPerUnit: null };
}

export function inTypedApi(input: Term, { table, condition }: Beside, data: { table(name: string): Term }): Term {
  const scan = data.table(table);
  const rows = condition === null ? scan : scan.where((row: Term) => condition.term!(row));
  return input.joinUnits(rows.derive((row: Term) => ({ [BESIDE]: row[OF] })).select(BESIDE));
}

export function inSql({ table, condition }: Beside, number: number): string | null {
  if (condition !== null && condition.sql === null) return null;
  const where = condition === null ? '' : ` WHERE ${condition.sql}`;
  return `(SELECT patient, ${OF} AS ${BESIDE} FROM ${table}${where}) b${number}`;
}

/** Every row of a person beside every row of the same person; whoever is in one table only is left out. */
export function besideOthers(world: World, people: readonly Person[], { table, condition }: Beside): readonly Person[] {
  const others = new Map(
    peopleIn(world, table).map(({ id, rows }) => [
      id,
      rows.filter(row => condition === null || condition.value(row) === true),
    ]),
  );
  return people
    .map(({ id, rows }) => ({
      id,
      rows: rows.flatMap(row => (others.get(id) ?? []).map(other => ({ ...row, [BESIDE]: other[OF] }))),
    }))
    .filter(({ rows }) => rows.length > 0);
}
