/**
 * What units add to their cells, of which k rows a unit count. The sums of all rows are taken as they are; then what units
 * with more than k rows have too much is taken off, after filling them in the plan's keyed order. Hashing and sorting
 * everybody would cost many times the question.
 */
import type { Domain } from '../plan/index.ts';
import { canonicalText } from './canonical-text.ts';
import { smallestCells } from './constant-keys.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import { derived, type Lowering } from './relation.ts';

export interface Cells {
  /** Rows with their unit, the parts of their cell, and numbers to add up. */
  readonly rows: Fragment;
  readonly unit: Fragment;
  readonly parts: readonly Fragment[];
  readonly values: readonly BoundedValue[];
  /** What units add is to be multiplied before it is summed: every unit then has a row of its own in each of its cells. */
  readonly multiplied: boolean;
  /** A unit has one cell at most. */
  readonly single: boolean;
  /** Types of the parts, where a unit may still have several cells and keeps the smallest. */
  readonly constant?: readonly Domain['type'][];
  /** Units are to be counted too, not rows and sums alone. */
  readonly countsUnits: boolean;
  readonly rowsPerUnit: bigint;
  /** 64 hexadecimal digits, new for every question. */
  readonly key: string;
}

/** A number to add up, and the least and greatest that it may be. */
interface BoundedValue {
  readonly value: Fragment;
  readonly low: bigint;
  readonly high: bigint;
}

/** Rows to be summed by the parts of their cells, which keep their names. */
export interface Contributions {
  readonly from: Fragment;
  /** How many rows count. */
  readonly rows: Fragment;
  /** How many units have a row that counts, where units are counted. */
  readonly units: Fragment;
  /** The sum of each value, at most what the rows that count could add. */
  readonly sums: readonly Fragment[];
}

type Names = Omit<Contributions, 'from'>;

export function contributions(cells: Cells, lowering: Lowering): Contributions {
  const { fresh } = lowering;
  const names = {
    rows: fresh('cell_rows'),
    units: fresh('cell_units'),
    sums: cells.values.map(() => fresh('cell_sum')),
  };
  if (cells.single) return cutCells(cells, names, lowering);
  return (cells.multiplied ? wholeCells : filledCells)(cells, names, lowering);
}

/** A unit's one cell is cut to k rows. */
function cutCells(cells: Cells, names: Names, lowering: Lowering): Contributions {
  const { fresh } = lowering;
  const most = parameter('integer', cells.rowsPerUnit);
  const cut = (within: Fragment, beyond: Fragment): Fragment =>
    sql`CASE WHEN ${names.rows} > ${most} THEN ${beyond} ELSE ${within} END AS ${within}`;
  const sums = cells.values.map((value, place) => cut(names.sums[place], bounded(names.sums[place], most, value)));
  const list = join([...cells.parts, cut(names.rows, most), sql`1 AS ${names.units}`, ...sums], ', ');
  const select = summed(cells.rows, cells, names);
  const keys = cells.constant?.map((type, place) => ({ name: cells.parts[place], type }));
  const whole = keys ? smallestCells({ select, unit: cells.unit, keys }, lowering) : derived(select, lowering);
  return { ...names, from: sql`(SELECT ${list} FROM ${whole}) AS ${fresh('t')}` };
}

interface Crowd {
  /** Everybody's rows. */
  readonly all: Fragment;
  /** Units of more than k rows, and the column that names them. */
  readonly crowded: Fragment;
  readonly owner: Fragment;
}

function crowdOf({ rows, unit, rowsPerUnit }: Cells, { fresh, define }: Lowering): Crowd {
  const owner = fresh('owner');
  const most = parameter('integer', rowsPerUnit);
  const all = define('counted', sql`SELECT * FROM ${rows}`, 'wherever');
  const crowdedUnits = sql`SELECT ${unit} AS ${owner} FROM ${all} GROUP BY ${unit} HAVING count(*) > ${most}`;
  return { all, owner, crowded: define('crowded', crowdedUnits, 'once') };
}

/** One row a unit and cell: as it is for units within their k rows, filled in order for the others. */
function wholeCells(cells: Cells, names: Names, lowering: Lowering): Contributions {
  const { unit, parts, values } = cells;
  const { fresh, define } = lowering;
  const { all, owner, crowded } = crowdOf(cells, lowering);
  const others = sql`${all} LEFT JOIN ${crowded} ON ${unit} = ${owner} WHERE ${owner} IS NULL`;
  const whole = [...parts, names.rows, sql`1 AS ${names.units}`, ...names.sums];
  const { select, allotted } = filled(
    summed(crowdedRows({ all, owner, crowded }, unit), cells, names),
    cells,
    names,
    lowering,
  );
  const cut = [
    ...parts,
    allotted,
    sql`CASE WHEN ${allotted} > 0 THEN 1 ELSE 0 END`,
    ...values.map((value, place) => bounded(names.sums[place], allotted, value)),
  ];
  const sources = [
    sql`SELECT ${join(whole, ', ')} FROM (${summed(others, cells, names)}) AS ${fresh('t')}`,
    sql`SELECT ${join(cut, ', ')} FROM (${select}) AS ${fresh('t')}`,
  ];
  return { ...names, from: define('contributions', join(sources, ' UNION ALL '), 'either') };
}

const crowdedRows = ({ all, owner, crowded }: Crowd, unit: Fragment): Fragment =>
  sql`${all} WHERE ${unit} IN (SELECT ${owner} FROM ${crowded})`;

function filledCells(cells: Cells, names: Names, lowering: Lowering): Contributions {
  const { unit, parts, values } = cells;
  const { fresh, define } = lowering;
  const crowd = crowdOf(cells, lowering);
  const { all } = crowd;
  const added = values.map(({ value }, place) => sql`${value} AS ${names.sums[place]}`);
  const rows = [...parts, sql`1 AS ${names.rows}`, sql`0 AS ${names.units}`, ...added];
  const units = [...parts, sql`0`, sql`1`, ...values.map(() => sql`0`)];
  const owners = sql`(SELECT DISTINCT ${join([unit, ...parts], ', ')} FROM ${all}) AS ${fresh('t')}`;
  const sources = [
    sql`SELECT ${join(rows, ', ')} FROM ${all}`,
    ...(cells.countsUnits ? [sql`SELECT ${join(units, ', ')} FROM ${owners}`] : []),
    surplus(summed(crowdedRows(crowd, unit), cells, names), cells, names, lowering),
  ];
  return { ...names, from: define('contributions', join(sources, ' UNION ALL '), 'either') };
}

/** One row a unit and cell. Sums run in wide numbers on both engines. */
function summed(rows: Fragment, { unit, parts, values }: Cells, names: Names): Fragment {
  const groups = join([unit, ...parts], ', ');
  const sums = values.map(({ value }, place) => sql`sum(${value}) AS ${names.sums[place]}`);
  return sql`SELECT ${join([groups, sql`count(*) AS ${names.rows}`, ...sums], ', ')} FROM ${rows} GROUP BY ${groups}`;
}

/** What crowded units have beyond their k rows, as negative numbers. */
function surplus(crowd: Fragment, cells: Cells, names: Names, lowering: Lowering): Fragment {
  const { parts, values } = cells;
  const { select, allotted } = filled(crowd, cells, names, lowering);
  const excess = [
    ...parts,
    sql`${allotted} - ${names.rows}`,
    sql`CASE WHEN ${allotted} > 0 THEN 0 ELSE -1 END`,
    ...values.map((value, place) => sql`${bounded(names.sums[place], allotted, value)} - ${names.sums[place]}`),
  ];
  return sql`SELECT ${join(excess, ', ')} FROM (${select}) AS ${lowering.fresh('t')}`;
}

interface Filled {
  readonly select: Fragment;
  /** How many rows of the cell count. */
  readonly allotted: Fragment;
}

/** Cells of crowded units, filled one after the other in the plan's keyed order until k rows are full. */
function filled(crowd: Fragment, cells: Cells, names: Names, { fresh, dialect }: Lowering): Filled {
  const { unit, parts, rowsPerUnit, key } = cells;
  const [earlier, allotted] = ['rows_before', 'allotted'].map(fresh);
  const most = parameter('integer', rowsPerUnit);
  const kept = join([...parts, names.rows, ...names.sums], ', ');
  const order = dialect.digest(canonicalText(secret(key), [unit, ...parts], dialect));
  const ordered = sql`SELECT ${kept}, sum(${names.rows}) OVER (PARTITION BY ${unit} ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${names.rows} AS ${earlier} FROM (${crowd}) AS ${fresh('t')}`;
  const select = sql`SELECT ${kept}, CASE WHEN ${earlier} >= ${most} THEN 0 WHEN ${earlier} + ${names.rows} > ${most} THEN ${most} - ${earlier} ELSE ${names.rows} END AS ${allotted} FROM (${ordered}) AS ${fresh('t')}`;
  return { select, allotted };
}

/** What so many rows could add: within [rows·min(low, 0), rows·max(high, 0)]. Where all are null there is no sum. */
function bounded(sum: Fragment, rows: Fragment, { low, high }: BoundedValue): Fragment {
  const worth = (bound: bigint): Fragment => sql`${rows} * ${parameter('wide', bound)}`;
  const [least, most] = [worth(low < 0n ? low : 0n), worth(high > 0n ? high : 0n)];
  return sql`CASE WHEN ${sum} < ${least} THEN ${least} WHEN ${sum} > ${most} THEN ${most} ELSE ${sum} END`;
}
