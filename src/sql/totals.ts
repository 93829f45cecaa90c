/** The query for everything that is added up: rows, units and sums of every group, bounded by unit. */
import type { CheckedPlan, EngineStatistic } from '../plan/index.ts';
import { combinations } from '../plan/operators/index.ts';
import { type CellQuery, contributions } from './cells.ts';
import { keysAreTheConstants } from './constant-keys.ts';
import { type Fragment, join, parameter, sql, word } from './fragment.ts';
import { type GroupRows, groupedAndOrdered, groupRows } from './group-rows.ts';
import { type Measure, whole } from './measure.ts';
import type { Lowering } from './relation.ts';
import { CELLS_MAX, spreadCells } from './spread-cells.ts';
import { typeOf } from './value-type.ts';

type Summed = Extract<EngineStatistic, { readonly low: unknown }>;

const isSummed = (statistic: EngineStatistic): statistic is Summed => 'low' in statistic;

/** `places` are those of the statistics that are added up. */
export function totals(checked: CheckedPlan, places: readonly number[], key: string, lowering: Lowering): Fragment {
  const { statistics, grouping } = checked;
  const asked = places.map(place => statistics[place]).filter(isSummed);
  const constant = keysAreTheConstants(checked);
  const rows = groupRows(
    checked,
    asked.map(({ of }) => of),
    constant ? { ...lowering, constantLater: true } : lowering,
  );
  const { measures, measureAt } = measuresOf(statistics, places, rows);
  if (rows.unit === undefined || checked.rowsAreUnits) {
    const summed = rows.values.map(value => ({ value, sum: value, number: sql`1` }));
    const added = measures.map(measure => whole(measure, { cellRows: sql`1`, summed }));
    const { from, keys } = rows;
    return selected(
      checked,
      places,
      { from, keys, addedAt: place => added[measureAt(place)], number: sql`count(*)` },
      lowering,
    );
  }
  const cells: CellQuery = {
    rows: rows.from,
    unit: rows.unit,
    parts: rows.keys,
    measures,
    multiplied: statistics.some(({ kind }) => kind === 'product'),
    single: grouping.perUnit,
    ...(constant && { constant: grouping.keys.map(({ expression }) => expression.domain.type) }),
    rowsPerUnit: checked.rowsPerUnit,
    rowsPerGroup: checked.rowsPerGroup,
    groupsPerUnit: grouping.groupsPerUnit,
    key,
  };
  const listed =
    cells.single || cells.multiplied || rows.values.length > 0 ? undefined : listedCells(checked, lowering);
  const { from, added } = listed ? spreadCells(cells, listed, lowering) : contributions(cells, lowering);
  return selected(checked, places, { from, keys: rows.keys, addedAt: place => added[measureAt(place)] }, lowering);
}

/** What each statistic but the products measures, and where it stands among them. */
function measuresOf(statistics: readonly EngineStatistic[], places: readonly number[], { values }: GroupRows) {
  const measured = places.filter(place => statistics[place].kind !== 'product');
  const summed = measured.filter(place => isSummed(statistics[place]));
  const measures = measured.map((place): Measure => {
    const statistic = statistics[place];
    const { resolution } = statistic;
    if (isCounted(statistic)) return { kind: statistic.kind, resolution };
    const value = values[summed.indexOf(place)];
    if (statistic.kind === 'weighted') return { kind: 'weighted', resolution, value };
    const { low, high } = statistic as Summed;
    return { kind: 'total', resolution, value, low, high };
  });
  return { measures, measureAt: (place: number) => measured.indexOf(place) };
}

/** The keys of every group, where these are public and few. */
function listedCells({ grouping }: CheckedPlan, { dialect }: Lowering): readonly (readonly Fragment[])[] | undefined {
  const { groups, keys } = grouping;
  if (groups === undefined || groups > CELLS_MAX) return undefined;
  return [...combinations(keys)].map(values =>
    values.map((value, place) => {
      const { domain } = keys[place].expression;
      const part = parameter(typeOf(domain), value);
      return domain.type === 'text' ? dialect.bytes(part) : part;
    }),
  );
}

interface Added {
  /** Rows to be summed by their keys. */
  readonly from: Fragment;
  readonly keys: readonly Fragment[];
  /** What a row adds to the statistic at a place. */
  readonly addedAt: (place: number) => Fragment;
  /** Where every row is a unit and adds one: how many there are. */
  readonly number?: Fragment;
}

function selected(
  { statistics, mechanisms }: CheckedPlan,
  places: readonly number[],
  { from, keys, addedAt, number }: Added,
  { dialect, fresh }: Lowering,
): Fragment {
  // null is no value, and no value adds nothing
  const sum = (value: Fragment): Fragment => sql`COALESCE(${dialect.sum(value)}, 0)`;
  const wide = (value: Fragment): Fragment => sql`CAST(${value} AS ${word(dialect.types.wide)})`;
  const added = (place: number): Fragment => {
    const statistic = statistics[place];
    if (statistic.kind !== 'product') return addedAt(place);
    const [one, other] = statistic.factors.map(added);
    return sql`${wide(one)} * ${wide(other)}`;
  };
  const result = (place: number): Fragment =>
    number !== undefined && isCounted(statistics[place]) ? number : sum(added(place));
  const results = places.map(place => sql`${result(place)} AS ${fresh('result')}`);
  // where keys are private, a group in which no unit counts is none: it would tell of people beyond their bound
  const selection = mechanisms.find(({ kind }) => kind === 'selection');
  const having = selection ? sql` HAVING ${result(selection.statistic)} > 0` : sql``;
  return sql`SELECT ${join([...keys, ...results], ', ')} FROM ${from}${groupedAndOrdered(keys, having)}`;
}

type Counted = Extract<EngineStatistic, { readonly kind: 'rows' | 'units' | 'shown' | 'chosen' }>;

const COUNTS: readonly EngineStatistic['kind'][] = ['rows', 'units', 'shown', 'chosen'];

const isCounted = (statistic: EngineStatistic): statistic is Counted => COUNTS.includes(statistic.kind);
