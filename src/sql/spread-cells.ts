/**
 * Rows of units in a few public cells, counted in one pass: a unit is one row with a number for each cell, so that crowded ones
 * are cut by comparing the orders of their cells within that row. Sorting the cells of all crowded units costs twice as much.
 */
import { listText } from './canonical-text.ts';
import type { Cells, Contributions } from './cells.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import { derived, type Lowering, type Named, selectList } from './relation.ts';

/** Beyond it the comparisons, as many as the square, cost more than they save. */
export const CELLS_MAX = 8n;

type Counted = Pick<Cells, 'rows' | 'unit' | 'parts' | 'countsUnits' | 'rowsPerUnit' | 'key'>;

/** `listed` are the parts of every cell that there may be. */
export function spreadCells(
  cells: Counted,
  listed: readonly (readonly Fragment[])[],
  lowering: Lowering,
): Contributions {
  const { fresh, define } = lowering;
  const columns = (base: string): readonly Fragment[] => listed.map(() => fresh(base));
  const [rows, added, units] = ['rows', 'added', 'units'].map(columns);
  const all = fresh('all_rows');
  const most = parameter('integer', cells.rowsPerUnit);
  const spread = define('spread', spreadOf(cells, listed, rows, all), 'once');
  const filled = filledOf({ cells, listed, rows, crowd: sql`${spread} WHERE ${all} > ${most}` }, lowering);
  const both = sql`SELECT ${join(rows, ', ')} FROM ${spread} WHERE ${all} <= ${most} UNION ALL ${filled}`;
  const sums = rows.flatMap((number, place) => [
    { name: added[place], value: sql`sum(${number})` },
    ...(cells.countsUnits ? [{ name: units[place], value: sql`count(*) FILTER (WHERE ${number} > 0)` }] : []),
  ]);
  const totals = define('totals', sql`SELECT ${selectList(sums)} FROM ${derived(both, lowering)}`, 'once');
  const names = { rows: fresh('cell_rows'), units: fresh('cell_units'), sums: [] };
  const results = listed.map((parts, place) => {
    const key = parts.map((part, i) => ({ name: cells.parts[i], value: part }));
    const numbers = [
      { name: names.rows, value: added[place] },
      ...(cells.countsUnits ? [{ name: names.units, value: units[place] }] : []),
    ];
    return sql`SELECT ${selectList([...key, ...numbers])} FROM ${totals}`;
  });
  return { ...names, from: derived(join(results, ' UNION ALL '), lowering) };
}

/** A row for each unit: how many rows it has, and how many in each cell. */
function spreadOf(
  { rows: from, unit, parts }: Counted,
  listed: readonly (readonly Fragment[])[],
  rows: readonly Fragment[],
  all: Fragment,
): Fragment {
  const isIn = (cell: readonly Fragment[]): Fragment =>
    join(
      cell.map((part, i) => sql`${parts[i]} IS NOT DISTINCT FROM ${part}`),
      ' AND ',
    );
  const counts = listed.map((cell, place) => sql`count(*) FILTER (WHERE ${isIn(cell)}) AS ${rows[place]}`);
  return sql`SELECT ${join([unit, sql`count(*) AS ${all}`, ...counts], ', ')} FROM ${from} GROUP BY ${unit}`;
}

interface Crowded {
  readonly cells: Counted;
  readonly listed: readonly (readonly Fragment[])[];
  readonly rows: readonly Fragment[];
  /** Units of more than k rows. */
  readonly crowd: Fragment;
}

/** How many rows of each cell count: k, less what stands before in the plan's keyed order. */
function filledOf({ cells, listed, rows, crowd }: Crowded, lowering: Lowering): Fragment {
  const { fresh, dialect } = lowering;
  const also = (from: Fragment, more: readonly Named[]): Fragment =>
    derived(sql`SELECT ${join([...rows, selectList(more)], ', ')} FROM ${from}`, lowering);
  const start = { name: fresh('start'), value: sql`${secret(cells.key)} || ':' || ${listText([cells.unit], dialect)}` };
  const orders = listed.map((cell, place) => ({
    name: fresh('cell_order'),
    value: sql`CASE WHEN ${rows[place]} > 0 THEN ${dialect.digest(sql`${start.name} || ${listText(cell, dialect)}`)} END`,
  }));
  const earlier = (place: number): Fragment =>
    join(
      rows.flatMap((number, other) =>
        other === place ? [] : [sql`CASE WHEN ${orders[other].name} < ${orders[place].name} THEN ${number} ELSE 0 END`],
      ),
      ' + ',
    );
  const before = rows.map((_, place) => ({ name: fresh('rows_before'), value: earlier(place) }));
  const most = parameter('integer', cells.rowsPerUnit);
  const allotted = rows.map((number, place) => {
    const { name } = before[place];
    return sql`CASE WHEN ${name} >= ${most} THEN 0 WHEN ${name} + ${number} > ${most} THEN ${most} - ${name} ELSE ${number} END`;
  });
  return sql`SELECT ${join(allotted, ', ')} FROM ${also(also(also(crowd, [start]), orders), before)}`;
}
