/**
 * Rows of units in a few public cells, added up in one pass: a unit is one row with a number for each cell, so that crowded
 * ones are weighed within that row. Going through the cells of all crowded units costs twice as much.
 */
import type { CellQuery, Contributions } from './cells.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, parameter, sql } from './fragment.ts';
import { bounded, type ContributionBounds, type Measure, type Summed } from './measure.ts';
import { derived, type Lowering, type Named, selectList } from './relation.ts';

/** Beyond it so many columns a unit cost more than they save. */
export const CELLS_MAX = 8n;

type Spread = Pick<CellQuery, 'rows' | 'unit' | 'parts' | 'measures' | keyof ContributionBounds>;

/** A cell that there may be: the values of its parts, and the names of what a unit has in it. */
interface Listed {
  readonly parts: readonly Fragment[];
  readonly rows: Fragment;
  readonly summed: readonly Summed[];
  readonly added: readonly Fragment[];
}

/** `listed` are the parts of every cell that there may be. Numbers of whole units are not among the measures. */
export function spreadCells(
  cells: Spread,
  listed: readonly (readonly Fragment[])[],
  lowering: Lowering,
): Contributions {
  const { fresh, define, dialect } = lowering;
  const { measures } = cells;
  const unitRows = fresh('unit_rows');
  const values = [...new Set(measures.flatMap(measure => ('value' in measure ? [measure.value] : [])))];
  const numbers = values.map(() => fresh('unit_values'));
  const all: readonly Listed[] = listed.map(parts => ({
    parts,
    rows: fresh('cell_rows'),
    summed: values.map((value, i) => ({ value, sum: fresh('cell_sum'), number: numbers[i] })),
    added: measures.map(() => fresh('cell_added')),
  }));
  const counted = [
    { name: unitRows, value: sql`count(*)` },
    ...values.map((value, i) => ({ name: numbers[i], value: sql`count(${value})` })),
    ...all.flatMap(cell => countedIn(cell, cells, dialect)),
  ];
  const units = derived(sql`SELECT ${selectList(counted)} FROM ${cells.rows} GROUP BY ${cells.unit}`, lowering);
  const number = join(
    all.map(({ rows }) => sql`CASE WHEN ${rows} > 0 THEN 1 ELSE 0 END`),
    ' + ',
  );
  const { rowsPerGroup } = cells;
  const kept =
    rowsPerGroup &&
    join(
      all.map(({ rows }) => sql`LEAST(${rows}, ${parameter('wide', rowsPerGroup)})`),
      ' + ',
    );
  const sums = all.flatMap(({ rows, summed, added }) => {
    const cell = {
      unitRows,
      cellRows: rows,
      summed,
      ...(kept && { group: { rows, kept: sql`(${kept})` } }),
      several: { number: sql`(${number})`, place: sql`1`, chosen: rows },
    };
    return measures.map((measure, i) => ({
      name: added[i],
      value: dialect.sum(here(measure, rows, bounded(measure, cell, cells, lowering))),
    }));
  });
  const totals = define('totals', sql`SELECT ${selectList(sums)} FROM ${units}`, 'once');
  const names = measures.map(() => fresh('added'));
  const results = all.map(({ parts, added }) => {
    const key = parts.map((part, i) => ({ name: cells.parts[i], value: part }));
    const results = added.map((value, i) => ({ name: names[i], value }));
    return sql`SELECT ${selectList([...key, ...results])} FROM ${totals}`;
  });
  return { added: names, from: derived(join(results, ' UNION ALL '), lowering) };
}

/** A unit is in the cells where it has rows. */
const here = ({ kind }: Measure, rows: Fragment, added: Fragment): Fragment =>
  kind === 'units' ? sql`CASE WHEN ${rows} > 0 THEN ${added} ELSE 0 END` : added;

/** How many rows a unit has in a cell, and what they add up to. */
function countedIn({ parts: wanted, rows, summed }: Listed, { parts }: Spread, dialect: Dialect): Named[] {
  const isIn = join(
    wanted.map((part, i) => sql`${parts[i]} IS NOT DISTINCT FROM ${part}`),
    ' AND ',
  );
  return [
    { name: rows, value: sql`count(*) FILTER (WHERE ${isIn})` },
    ...summed.map(({ value, sum }) => ({ name: sum, value: sql`${dialect.sum(value)} FILTER (WHERE ${isIn})` })),
  ];
}
