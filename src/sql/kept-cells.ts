/** Which rows of a unit count where groups are bounded, and where whole rows are chosen: columns beside cells and rows. */
import { canonicalText } from './canonical-text.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import type { ContributionBounds, UnitCell } from './measure.ts';
import { derived, type Lowering, selectList } from './relation.ts';

/** Whose cells these are, and what bounds them. */
export interface BoundedCells extends ContributionBounds {
  readonly unit: Fragment;
  /** The parts of a cell; the first of them, so many, say which group it is in: all unless said. */
  readonly parts: readonly Fragment[];
  readonly groupParts?: number;
  /** 64 hexadecimal digits, new for every question. */
  readonly key: string;
}

interface PlacedCells extends Pick<UnitCell, 'cellRows' | 'summed'> {
  readonly from: Fragment;
}

/** Beside each cell how much of its unit counts in groups, where these are bounded. Groups of many cells are added up first. */
export function keptCells(cells: BoundedCells, { from, cellRows, summed }: PlacedCells, lowering: Lowering) {
  const { unit, parts, groupParts = parts.length, rowsPerGroup } = cells;
  if (rowsPerGroup === undefined) return { from, cell: { summed } };
  const { fresh, dialect } = lowering;
  const [groupRows, groupCell, kept] = ['group_rows', 'group_cell', 'unit_kept'].map(fresh);
  const isWhole = groupParts === parts.length;
  const group = join([unit, ...parts.slice(0, groupParts)], ', ');
  const groups = isWhole
    ? from
    : derived(
        sql`SELECT *, ${dialect.sum(cellRows)} OVER (PARTITION BY ${group}) AS ${groupRows}, row_number() OVER (PARTITION BY ${group}) AS ${groupCell} FROM ${from}`,
        lowering,
      );
  const atMost = (number: Fragment): Fragment => sql`LEAST(${number}, ${parameter('wide', rowsPerGroup)})`;
  const inUnit = (number: Fragment): Fragment => sql`${dialect.sum(number)} OVER (PARTITION BY ${unit})`;
  const once = isWhole ? atMost(cellRows) : sql`CASE WHEN ${groupCell} = 1 THEN ${atMost(groupRows)} ELSE 0 END`;
  const counted = summed.map(each => (each.inCell ? { ...each, kept: fresh('values_kept') } : each));
  const sums = [
    { name: kept, value: inUnit(once) },
    ...counted.flatMap(each =>
      each.inCell && each.kept ? [{ name: each.kept, value: inUnit(atMost(each.inCell)) }] : [],
    ),
  ];
  return {
    from: derived(sql`SELECT *, ${selectList(sums)} FROM ${groups}`, lowering),
    cell: { summed: counted, group: { rows: isWhole ? cellRows : groupRows, kept } },
  };
}

/** Rows with their place in their unit's order, by their cell and their number in that; `first` is true of those that count. */
export function orderedRows(cells: BoundedCells, rows: Fragment, lowering: Lowering) {
  const { unit, parts, key, rowsPerUnit, rowsPerGroup } = cells;
  const { fresh, dialect } = lowering;
  const [nth, place] = ['row_number', 'row_place'].map(fresh);
  const cell = join([unit, ...parts], ', ');
  const numbered = derived(sql`SELECT *, row_number() OVER (PARTITION BY ${cell}) AS ${nth} FROM ${rows}`, lowering);
  const order = dialect.digest(canonicalText(secret(key), [unit, ...parts, nth], dialect));
  const most = parameter('integer', rowsPerGroup ?? rowsPerUnit);
  // whatever is beyond the bound of a group comes last, and does not count
  const counts = rowsPerGroup === undefined ? sql`` : sql`${nth} > ${most}, `;
  return {
    from: derived(
      sql`SELECT *, row_number() OVER (PARTITION BY ${unit} ORDER BY ${counts}${order}) AS ${place} FROM ${numbered}`,
      lowering,
    ),
    first: sql`${place} <= ${parameter('integer', rowsPerUnit)}${rowsPerGroup === undefined ? sql`` : sql` AND ${nth} <= ${most}`}`,
  };
}
