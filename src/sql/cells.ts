/**
 * What units add to their cells, at most k rows' worth each. The sums of all rows are taken as they are; then what units with
 * more than k rows have too much is taken off. Going through everybody's cells would cost many times the question.
 */
import type { Domain } from '../plan/expressions/index.ts';
import { canonicalText } from './canonical-text.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import { type BoundedCells, keptCells, orderedRows } from './kept-cells.ts';
import { bounded, type Measure, type Summed, type UnitCell, whole } from './measure.ts';
import { derived, type Lowering, type Named, selectList } from './relation.ts';
import { smallestOf } from './units.ts';

export interface CellQuery extends BoundedCells {
  /** Rows with their unit, the parts of their cell, and numbers to add up. */
  readonly rows: Fragment;
  readonly measures: readonly Measure[];
  /** What units add is to be multiplied before it is summed: every unit then has a row of its own in each of its cells. */
  readonly multiplied: boolean;
  /** A unit has one cell at most. */
  readonly single: boolean;
  /** Types of the parts, where rows of a unit may still differ in them, and the smallest count for all of them. */
  readonly constant?: readonly Domain['type'][];
}

/** Rows to be summed by the parts of their cells, which keep their names. */
export interface Contributions {
  readonly from: Fragment;
  /** Of each measure, in their order. */
  readonly added: readonly Fragment[];
}

export function contributions(cells: CellQuery, lowering: Lowering): Contributions {
  const added = cells.measures.map(() => lowering.fresh('added'));
  const make = cells.single ? cutCells : cells.multiplied ? wholeCells : filledCells;
  return { added, from: make(cells, added, lowering) };
}

/** Every unit has one row. */
function cutCells(cells: CellQuery, added: readonly Fragment[], lowering: Lowering): Fragment {
  const { rows, unit, constant } = cells;
  const number = lowering.fresh('cell_rows');
  const summed = sumsOf(cells.measures, lowering);
  const parts = cells.parts.map((part, place) => ({
    name: part,
    value: constant ? smallestOf(part, constant[place]) : part,
  }));
  const counted = [
    ...parts,
    { name: number, value: sql`count(*)` },
    ...sums(summed, lowering),
    ...numbers(summed, cells),
  ];
  const groups = constant ? [unit] : [unit, ...cells.parts];
  const each = derived(sql`SELECT ${selectList(counted)} FROM ${rows} GROUP BY ${join(groups, ', ')}`, lowering);
  const cell = { unitRows: number, cellRows: number, summed };
  return derived(
    sql`SELECT ${listed(cells, added, measure => bounded(measure, cell, cells, lowering))} FROM ${each}`,
    lowering,
  );
}

/** One row a unit and cell. */
function wholeCells(cells: CellQuery, added: readonly Fragment[], lowering: Lowering): Fragment {
  const crowd = crowdOf(cells, lowering);
  const counted = countedCells(cells, crowd, crowd.all, lowering);
  // who is not crowded has no numbers beside it, and none is more than the bound
  const counts = (measure: Measure): Fragment => bounded(measure, counted.cell, cells, lowering);
  return lowering.define(
    'contributions',
    sql`SELECT ${listed(cells, added, counts)} FROM ${counted.from('LEFT JOIN')}`,
    'either',
  );
}

/** Of each cell all that there is, and less what crowded units have too much. */
function filledCells(cells: CellQuery, added: readonly Fragment[], lowering: Lowering): Fragment {
  const { unit, parts, measures } = cells;
  const crowd = crowdOf(cells, lowering);
  const crowded = sql`${crowd.all} WHERE ${unit} IN (SELECT ${crowd.owner} FROM ${crowd.list})`;
  const counted = countedCells(cells, crowd, crowded, lowering);
  const surplus = (measure: Measure): Fragment =>
    sql`${bounded(measure, counted.cell, cells, lowering)} - ${whole(measure, counted.cell)}`;
  const everything = { cellRows: sql`count(*)`, summed: summedRows(measures, lowering) };
  const ofRows = (measure: Measure): Fragment => (isOfUnits(measure) ? sql`0` : whole(measure, everything));
  const grouped = parts.length === 0 ? sql`` : sql` GROUP BY ${join(parts, ', ')}`;
  const sources = [
    sql`SELECT ${listed(cells, added, ofRows)} FROM ${crowd.all}${grouped}`,
    ...(measures.some(isOfUnits) ? [ownersOf(cells, added, crowd, lowering)] : []),
    sql`SELECT ${listed(cells, added, surplus)} FROM ${counted.from('JOIN')}`,
  ];
  return lowering.define('contributions', join(sources, ' UNION ALL '), 'either');
}

const isOfUnits = ({ kind }: Measure): boolean => kind === 'units' || kind === 'shown';

/** How many units each cell has. */
function ownersOf(
  { unit, parts, ...cells }: CellQuery,
  added: readonly Fragment[],
  { all }: Crowd,
  lowering: Lowering,
): Fragment {
  const owners = derived(sql`SELECT DISTINCT ${join([unit, ...parts], ', ')} FROM ${all}`, lowering);
  const counts = listed({ ...cells, parts }, added, measure =>
    isOfUnits(measure) ? sql`${parameter('wide', measure.resolution)} * count(*)` : sql`0`,
  );
  return sql`SELECT ${counts} FROM ${owners} GROUP BY ${join(parts, ', ')}`;
}

/** The parts of a cell, and each measure under its name. */
const listed = (
  { parts, measures }: Pick<CellQuery, 'parts' | 'measures'>,
  added: readonly Fragment[],
  counts: (measure: Measure) => Fragment,
): Fragment => join([...parts, ...measures.map((measure, place) => sql`${counts(measure)} AS ${added[place]}`)], ', ');

/** Units of more than k rows, or m where groups are bounded, and how many rows and values each has. */
interface Crowd {
  /** Everybody's rows. */
  readonly all: Fragment;
  readonly list: Fragment;
  readonly owner: Fragment;
  readonly rows: Fragment;
  readonly summed: readonly Summed[];
}

function crowdOf(cells: CellQuery, lowering: Lowering): Crowd {
  const { rows, unit, rowsPerUnit, rowsPerGroup = rowsPerUnit, measures } = cells;
  const { fresh, define } = lowering;
  const [owner, number] = ['owner', 'unit_rows'].map(fresh);
  const summed = sumsOf(measures, lowering);
  const all = define('counted', sql`SELECT * FROM ${rows}`, 'wherever');
  const counted = [{ name: owner, value: unit }, { name: number, value: sql`count(*)` }, ...numbers(summed, cells)];
  const most = parameter('integer', rowsPerGroup);
  const select = sql`SELECT ${selectList(counted)} FROM ${all} GROUP BY ${unit} HAVING count(*) > ${most}`;
  return { all, owner, rows: number, summed, list: define('crowded', select, 'once') };
}

interface CountedCells {
  /** One row a unit and cell, with what is known of crowded units beside it. */
  readonly from: (how: 'JOIN' | 'LEFT JOIN') => Fragment;
  readonly cell: UnitCell;
}

function countedCells(cells: CellQuery, crowd: Crowd, rows: Fragment, lowering: Lowering): CountedCells {
  const { unit, parts, measures, key } = cells;
  const { fresh, dialect } = lowering;
  const [cellRows, number, place, chosen] = ['cell_rows', 'unit_cells', 'cell_place', 'cell_chosen'].map(fresh);
  const groups = join([unit, ...parts], ', ');
  const isChosen = measures.some(({ kind }) => kind === 'chosen');
  const ordered = isChosen ? orderedRows(cells, rows, lowering) : { from: rows, first: sql`` };
  const counts = selectList([
    { name: cellRows, value: sql`count(*)` },
    ...sums(crowd.summed, lowering),
    ...(cells.rowsPerGroup === undefined ? [] : inCells(crowd.summed)),
    ...(isChosen ? [{ name: chosen, value: sql`count(*) FILTER (WHERE ${ordered.first})` }] : []),
  ]);
  const each = derived(sql`SELECT ${groups}, ${counts} FROM ${ordered.from} GROUP BY ${groups}`, lowering);
  const order = dialect.digest(canonicalText(secret(key), [unit, ...parts], dialect));
  // numbering the cells of everybody is dear: only where it is asked for
  const numbered = [
    ...(measures.some(({ kind }) => kind === 'units') ? [sql`count(*) OVER (PARTITION BY ${unit}) AS ${number}`] : []),
    ...(measures.some(({ kind }) => kind === 'shown')
      ? [sql`row_number() OVER (PARTITION BY ${unit} ORDER BY ${order}) AS ${place}`]
      : []),
  ];
  const placed = numbered.length === 0 ? each : derived(sql`SELECT *, ${join(numbered, ', ')} FROM ${each}`, lowering);
  const { from, cell } = keptCells(cells, { from: placed, cellRows, summed: crowd.summed }, lowering);
  return {
    from: how => sql`${from} ${how === 'JOIN' ? sql`JOIN` : sql`LEFT JOIN`} ${crowd.list} ON ${unit} = ${crowd.owner}`,
    cell: { unitRows: crowd.rows, cellRows, ...cell, several: { number, place, chosen } },
  };
}

/** Equal columns are added up once. */
function sumsOf(measures: readonly Measure[], { fresh }: Lowering): readonly Summed[] {
  const values = new Set(measures.flatMap(measure => ('value' in measure ? [measure.value] : [])));
  const weighed = weighedIn(measures);
  return [...values].map(value => ({
    value,
    sum: fresh('cell_sum'),
    number: fresh('unit_values'),
    ...(weighed.has(value) && { inCell: fresh('cell_values') }),
  }));
}

/** Columns of which some measure is weighed by its own rows. */
const weighedIn = (measures: readonly Measure[]): ReadonlySet<Fragment> =>
  new Set(measures.flatMap(measure => (measure.kind === 'weighted' ? [measure.value] : [])));

/** How many values a cell has, of what is weighed by these. */
const inCells = (summed: readonly Summed[]): Named[] =>
  summed.flatMap(({ value, inCell }) => (inCell ? [{ name: inCell, value: sql`count(${value})` }] : []));

const sums = (summed: readonly Summed[], { dialect }: Lowering): Named[] =>
  summed.map(({ value, sum }) => ({ name: sum, value: dialect.sum(value) }));

/** Only what is weighed by its own rows needs to know how many there are. */
const numbers = (summed: readonly Summed[], { measures }: Pick<CellQuery, 'measures'>): Named[] => {
  const weighed = weighedIn(measures);
  return summed.flatMap(({ value, number }) =>
    weighed.has(value) ? [{ name: number, value: sql`count(${value})` }] : [],
  );
};

/** Where no unit matters, the sums themselves. */
const summedRows = (measures: readonly Measure[], { dialect }: Lowering): readonly Summed[] =>
  measures.flatMap(measure =>
    'value' in measure ? [{ value: measure.value, sum: dialect.sum(measure.value), number: sql`0` }] : [],
  );
