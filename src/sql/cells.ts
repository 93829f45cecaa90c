/**
 * Rows of units, added up by unit and cell, of which k rows a unit count. Units with more than k rows are filled in the
 * plan's keyed order; all others are summed as they are, for hashing and sorting them would cost many times the question.
 */
import { canonicalText } from './canonical-text.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import type { Lowering } from './relation.ts';

export interface Cells {
  /** Rows with their unit, the parts of their cell, and numbers to add up. */
  readonly rows: Fragment;
  readonly unit: Fragment;
  readonly parts: readonly Fragment[];
  /** Numbers to add up, and the least and greatest of them. */
  readonly values: readonly { readonly value: Fragment; readonly low: bigint; readonly high: bigint }[];
  /** A unit has one cell at most. */
  readonly single: boolean;
  readonly rowsPerUnit: bigint;
  /** 64 hexadecimal digits, new for every question. */
  readonly key: string;
}

/** Rows to be summed by the parts of their cells, which keep their names. */
export interface Contributions {
  /** What stands before SELECT: nothing, or WITH. */
  readonly before: Fragment;
  readonly from: Fragment;
  /** How many rows count. */
  readonly rows: Fragment;
  /** Whether one does: 1 or 0. */
  readonly units: Fragment;
  /** The sum of each value, at most what the rows that count could add. */
  readonly sums: readonly Fragment[];
}

type Names = Omit<Contributions, 'before' | 'from'>;

export function contributions(cells: Cells, lowering: Lowering): Contributions {
  const { fresh } = lowering;
  const names = {
    rows: fresh('cell_rows'),
    units: fresh('cell_units'),
    sums: cells.values.map(() => fresh('cell_sum')),
  };
  const whole = sql`SELECT ${join([cells.unit, ...cells.parts], ', ')}, ${sums(cells, names)} GROUP BY ${join([cells.unit, ...cells.parts], ', ')}`;
  return cells.single ? singleCells(cells, whole, names, lowering) : filledCells(cells, whole, names, lowering);
}

/** Sums run in wide numbers on both engines. */
function sums({ rows, values }: Cells, names: Names): Fragment {
  const added = values.map(({ value }, place) => sql`, sum(${value}) AS ${names.sums[place]}`);
  return sql`count(*) AS ${names.rows}${join(added, '')} FROM ${rows}`;
}

/** A unit's one cell is cut to k rows. */
function singleCells(cells: Cells, whole: Fragment, names: Names, { fresh }: Lowering): Contributions {
  const most = parameter('integer', cells.rowsPerUnit);
  const allotted = sql`CASE WHEN ${names.rows} > ${most} THEN ${most} ELSE ${names.rows} END`;
  const cut = cells.values.map(
    ({ low, high }, place) =>
      sql`CASE WHEN ${names.rows} > ${most} THEN ${bounded(names.sums[place], most, low, high)} ELSE ${names.sums[place]} END AS ${names.sums[place]}`,
  );
  const list = join([...cells.parts, sql`${allotted} AS ${names.rows}`, sql`1 AS ${names.units}`, ...cut], ', ');
  return { ...names, before: sql``, from: sql`(SELECT ${list} FROM (${whole}) AS ${fresh('t')}) AS ${fresh('t')}` };
}

/** All cells as they are, and beside them what is taken from those of crowded units. */
function filledCells(cells: Cells, whole: Fragment, names: Names, { fresh, dialect }: Lowering): Contributions {
  const { unit, parts, rowsPerUnit, key } = cells;
  const [all, crowded, owner, before, counted] = ['cells', 'crowded', 'owner', 'rows_before', 'contributions'].map(
    fresh,
  );
  const most = parameter('integer', rowsPerUnit);
  const order = dialect.digest(canonicalText(secret(key), [unit, ...parts], dialect));
  const summed = join([...parts, names.rows, ...names.sums], ', ');
  const ordered = sql`SELECT ${summed}, sum(${names.rows}) OVER (PARTITION BY ${unit} ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${names.rows} AS ${before} FROM ${all} WHERE EXISTS (SELECT 1 FROM ${crowded} WHERE ${owner} = ${unit})`;
  const { allotted, allot } = allotment(names.rows, before, most, fresh);
  const taken = [
    ...parts,
    sql`${allotted} - ${names.rows}`,
    sql`CASE WHEN ${allotted} > 0 THEN 0 ELSE -1 END`,
    ...cells.values.map(
      ({ low, high }, place) => sql`${bounded(names.sums[place], allotted, low, high)} - ${names.sums[place]}`,
    ),
  ];
  const kept = [...parts, names.rows, sql`1 AS ${names.units}`, ...names.sums];
  const filled = sql`SELECT ${join(taken, ', ')} FROM (SELECT ${summed}, ${allot} FROM (${ordered}) AS ${fresh('t')}) AS ${fresh('t')}`;
  return {
    ...names,
    before: sql`WITH ${all} AS MATERIALIZED (${whole}), ${crowded} AS MATERIALIZED (SELECT ${unit} AS ${owner} FROM ${all} GROUP BY ${unit} HAVING sum(${names.rows}) > ${most}), ${counted} AS (SELECT ${join(kept, ', ')} FROM ${all} UNION ALL ${filled}) `,
    from: counted,
  };
}

/** How many rows of a cell count, when so many of its unit's rows come before it. */
function allotment(rows: Fragment, before: Fragment, most: Fragment, fresh: Lowering['fresh']) {
  const allotted = fresh('allotted');
  const allot = sql`CASE WHEN ${before} >= ${most} THEN 0 WHEN ${before} + ${rows} > ${most} THEN ${most} - ${before} ELSE ${rows} END AS ${allotted}`;
  return { allotted, allot };
}

/** A sum that so many rows could have: within [rows·min(low, 0), rows·max(high, 0)]. Only rows that are null have no sum. */
function bounded(sum: Fragment, rows: Fragment, low: bigint, high: bigint): Fragment {
  const worth = (bound: bigint): Fragment => sql`${rows} * ${parameter('wide', bound)}`;
  const [least, most] = [worth(low < 0n ? low : 0n), worth(high > 0n ? high : 0n)];
  return sql`CASE WHEN ${sum} < ${least} THEN ${least} WHEN ${sum} > ${most} THEN ${most} ELSE ${sum} END`;
}
