/**
 * What a unit adds to one of its cells, as whole numbers of 1/resolution: the plan's statistics in SQL. A unit with n > k
 * rows in question weighs each of them k/n, and where groups are bounded too, m/n in a group before that; quotients are cut towards
 * zero on every engine, once.
 */
import { invariant } from '../vocabulary/index.ts';
import { type Fragment, parameter, sql } from './fragment.ts';
import type { Lowering } from './relation.ts';

/** One number a cell; `value` is the column that it adds up. */
export type Measure = { readonly resolution: bigint } & (
  | { readonly kind: 'rows' | 'units' | 'shown' | 'chosen' }
  | { readonly kind: 'total'; readonly value: Fragment; readonly low: bigint; readonly high: bigint }
  | { readonly kind: 'weighted'; readonly value: Fragment }
);

/** A column that some measures add up, under the names of its sum in a cell and of how many values a unit has in all. */
export interface Summed {
  readonly value: Fragment;
  readonly sum: Fragment;
  readonly number: Fragment;
  /** Where groups are bounded: values in the cell, and values of the unit that count in their groups. */
  readonly inCell?: Fragment;
  readonly kept?: Fragment;
}

/** What is known of a unit and of one of its cells. Where it has one at most, that holds all its rows. */
export interface UnitCell {
  /** Rows of the unit, and of the cell. */
  readonly unitRows: Fragment;
  readonly cellRows: Fragment;
  readonly summed: readonly Summed[];
  /** Where groups are bounded: rows of the unit in the cell's group, and those of all its groups that count in these. */
  readonly group?: { readonly rows: Fragment; readonly kept: Fragment };
  readonly several?: {
    /** Cells of the unit, and where this one stands in the order of the question's key, from 1. */
    readonly number: Fragment;
    readonly place: Fragment;
    /** Rows of the cell that are among the first of the unit in that order. */
    readonly chosen: Fragment;
  };
}

/** The most rows, and groups, of one unit that count. */
export interface ContributionBounds {
  readonly rowsPerUnit: bigint;
  readonly groupsPerUnit: bigint;
  /** The most rows in one group, where that is bounded. */
  readonly rowsPerGroup?: bigint | undefined;
}

/** Everything that a cell has, as if nobody had too much. */
export function whole(measure: Measure, { cellRows, summed }: Pick<UnitCell, 'cellRows' | 'summed'>): Fragment {
  switch (measure.kind) {
    case 'rows':
    case 'chosen':
      return times(measure.resolution, cellRows);
    case 'units':
    case 'shown':
      return wide(measure.resolution);
    default:
      return times(measure.resolution, found(measure.value, summed).sum);
  }
}

/** What counts of the cell of a unit that may have too much. */
export function bounded(measure: Measure, cell: UnitCell, bounds: ContributionBounds, lowering: Lowering): Fragment {
  const { unitRows, cellRows, several } = cell;
  const { rowsPerUnit, groupsPerUnit, rowsPerGroup } = bounds;
  if (rowsPerGroup !== undefined && !OF_UNITS.includes(measure.kind))
    return boundedInGroups(measure, cell, { ...bounds, rowsPerGroup }, lowering);
  const { dialect } = lowering;
  const weighed = (amount: Fragment, most: bigint, of: Fragment): Fragment =>
    amount === of
      ? wide(measure.resolution * most)
      : dialect.quotient(sql`(${wide(measure.resolution * most)} * ${amount})`, of);
  const cut = (number: Fragment, most: bigint, counts: Fragment): Fragment =>
    sql`CASE WHEN ${number} > ${wide(most)} THEN ${counts} ELSE ${whole(measure, cell)} END`;
  switch (measure.kind) {
    case 'rows':
      return cut(unitRows, rowsPerUnit, weighed(cellRows, rowsPerUnit, unitRows));
    case 'chosen':
      return cut(unitRows, rowsPerUnit, several ? several.chosen : wide(rowsPerUnit));
    case 'units':
      return several
        ? cut(several.number, groupsPerUnit, weighed(sql`1`, groupsPerUnit, several.number))
        : whole(measure, cell);
    case 'shown':
      return several ? cut(several.place, groupsPerUnit, sql`0`) : whole(measure, cell);
    case 'total':
      return cut(
        unitRows,
        rowsPerUnit,
        worthOf(measure, cell, bound => weighed(cellRows, rowsPerUnit * bound, unitRows)),
      );
    case 'weighted': {
      const { sum, number } = found(measure.value, cell.summed);
      return cut(number, rowsPerUnit, weighed(sum, rowsPerUnit, number));
    }
  }
}

const OF_UNITS: readonly Measure['kind'][] = ['units', 'shown'];

/** The same where a unit has at most m rows in a group, as whoever has no more rows in all surely has. */
function boundedInGroups(
  measure: Measure,
  cell: UnitCell,
  { rowsPerUnit, rowsPerGroup }: ContributionBounds & { readonly rowsPerGroup: bigint },
  { dialect }: Lowering,
): Fragment {
  const { unitRows, cellRows, group, several } = cell;
  invariant(group !== undefined && several !== undefined, 'groups are bounded where a unit may have several');
  const atMost = (number: Fragment): Fragment => sql`LEAST(${number}, ${wide(rowsPerGroup)})`;
  // what all groups keep is multiplied by the bound only where it is above it: a bound that nobody reaches overflows nothing
  const inAll = (amount: Fragment, kept: Fragment, from?: Fragment): Fragment => {
    const less = dialect.quotient(
      sql`(${wide(measure.resolution * rowsPerUnit)} * ${amount})`,
      from ? sql`(${from} * ${kept})` : kept,
    );
    const all = sql`(${times(measure.resolution, amount)})`;
    return sql`CASE WHEN ${kept} > ${wide(rowsPerUnit)} THEN ${less} ELSE ${from ? dialect.quotient(all, from) : all} END`;
  };
  const counts = (): Fragment => {
    switch (measure.kind) {
      case 'chosen':
        return several.chosen;
      case 'weighted': {
        const { sum, inCell, kept } = found(measure.value, cell.summed);
        invariant(inCell !== undefined && kept !== undefined, 'values are counted where groups are bounded');
        return inAll(sql`(${sum} * ${atMost(inCell)})`, kept, sql`NULLIF(${inCell}, 0)`);
      }
      case 'total':
        return worthOf(measure, cell, bound => inAll(sql`(${wide(bound)} * ${atMost(cellRows)})`, group.kept));
      default:
        return group.rows === cellRows
          ? inAll(atMost(cellRows), group.kept)
          : inAll(sql`(${cellRows} * ${atMost(group.rows)})`, group.kept, group.rows);
    }
  };
  return sql`CASE WHEN ${unitRows} > ${wide(rowsPerGroup)} THEN ${counts()} ELSE ${whole(measure, cell)} END`;
}

/**
 * No more than the rows that count could add: within what each end of the range, or 0, is worth in all of them. The end is multiplied
 * before the quotient is cut, so that a part of a row is worth a part of it. Where all are null there is no sum.
 */
function worthOf(
  measure: Extract<Measure, { readonly kind: 'total' }>,
  cell: UnitCell,
  inRows: (bound: bigint) => Fragment,
): Fragment {
  const sum = whole(measure, cell);
  const worth = (bound: bigint): Fragment => (bound === 0n ? wide(0n) : inRows(bound));
  const [least, most] = [worth(measure.low < 0n ? measure.low : 0n), worth(measure.high > 0n ? measure.high : 0n)];
  return sql`CASE WHEN ${sum} < ${least} THEN ${least} WHEN ${sum} > ${most} THEN ${most} ELSE ${sum} END`;
}

const wide = (value: bigint): Fragment => parameter('wide', value);

const times = (resolution: bigint, amount: Fragment): Fragment =>
  resolution === 1n ? amount : sql`(${wide(resolution)} * ${amount})`;

function found(value: Fragment, summed: readonly Summed[]): Summed {
  const known = summed.find(each => each.value === value);
  invariant(known !== undefined, 'every column that is measured was added up');
  return known;
}
