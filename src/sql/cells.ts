/**
 * Rows of units, added up by unit and cell, and how many rows of each cell count: k over all cells of a unit, filled in
 * the plan's keyed order. Only units with more than k rows are put in order: hashing and sorting the others would cost
 * many times the question itself.
 */

import { canonicalText } from './canonical-text.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import type { Lowering } from './relation.ts';

export interface Cells {
  /** Rows with their unit, the parts of their cell, and numbers to add up. */
  readonly rows: Fragment;
  readonly unit: Fragment;
  readonly parts: readonly Fragment[];
  readonly values: readonly Fragment[];
  /** A unit has one cell at most. */
  readonly single: boolean;
  readonly rowsPerUnit: bigint;
  /** 64 hexadecimal digits, new for every question. */
  readonly key: string;
}

/** One row a unit and cell, with the parts under their own names. */
export interface Allotment {
  /** What stands before SELECT: nothing, or WITH. */
  readonly before: Fragment;
  readonly from: Fragment;
  /** How many rows the cell has, and how many of them count. */
  readonly rows: Fragment;
  readonly allotted: Fragment;
  /** The sum of each value over the cell. */
  readonly sums: readonly Fragment[];
}

export function allotment(cells: Cells, lowering: Lowering): Allotment {
  const { fresh } = lowering;
  const names = {
    rows: fresh('cell_rows'),
    allotted: fresh('allotted'),
    sums: cells.values.map(() => fresh('cell_sum')),
  };
  const summed = cellSums(cells, names);
  return cells.single ? singleCells(cells, summed, names, lowering) : filledCells(cells, summed, names, lowering);
}

type Names = Pick<Allotment, 'rows' | 'allotted' | 'sums'>;

/** Sums run in wide numbers on both engines. */
function cellSums({ rows, unit, parts, values }: Cells, names: Names): Fragment {
  const sums = values.map((value, place) => sql`, sum(${value}) AS ${names.sums[place]}`);
  const groups = join([unit, ...parts], ', ');
  return sql`SELECT ${groups}, count(*) AS ${names.rows}${join(sums, '')} FROM ${rows} GROUP BY ${groups}`;
}

function singleCells({ parts, rowsPerUnit }: Cells, summed: Fragment, names: Names, { fresh }: Lowering): Allotment {
  const most = parameter('integer', rowsPerUnit);
  const allotted = sql`CASE WHEN ${names.rows} > ${most} THEN ${most} ELSE ${names.rows} END`;
  const list = join([...parts, names.rows, ...names.sums, sql`${allotted} AS ${names.allotted}`], ', ');
  return { ...names, before: sql``, from: sql`(SELECT ${list} FROM (${summed}) AS ${fresh('t')}) AS ${fresh('t')}` };
}

function filledCells(cells: Cells, summed: Fragment, names: Names, lowering: Lowering): Allotment {
  const { unit, parts, rowsPerUnit, key } = cells;
  const { fresh, dialect } = lowering;
  const [all, crowded, filled, owner, before] = ['cells', 'crowded', 'filled', 'owner', 'rows_before'].map(fresh);
  const most = parameter('integer', rowsPerUnit);
  const order = dialect.digest(canonicalText(secret(key), [unit, ...parts], dialect));
  const isCrowded = sql`EXISTS (SELECT 1 FROM ${crowded} WHERE ${owner} = ${unit})`;
  const kept = join([...parts, names.rows, ...names.sums], ', ');
  const ordered = sql`SELECT ${kept}, sum(${names.rows}) OVER (PARTITION BY ${unit} ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${names.rows} AS ${before} FROM ${all} WHERE ${isCrowded}`;
  const share = sql`CASE WHEN ${before} >= ${most} THEN 0 WHEN ${before} + ${names.rows} > ${most} THEN ${most} - ${before} ELSE ${names.rows} END`;
  const untouched = sql`SELECT ${kept}, ${names.rows} AS ${names.allotted} FROM ${all} WHERE NOT ${isCrowded}`;
  return {
    ...names,
    before: sql`WITH ${all} AS MATERIALIZED (${summed}), ${crowded} AS MATERIALIZED (SELECT ${unit} AS ${owner} FROM ${all} GROUP BY ${unit} HAVING sum(${names.rows}) > ${most}), ${filled} AS (${untouched} UNION ALL SELECT ${kept}, ${share} FROM (${ordered}) AS ${fresh('t')}) `,
    from: filled,
  };
}
