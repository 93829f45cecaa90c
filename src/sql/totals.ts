/** The query for everything that is added up: rows, units and totals of every group, bounded by unit. */
import { type CheckedPlan, combinations, type Statistic } from '../plan/index.ts';
import { type Cells, contributions } from './cells.ts';
import { keysAreTheConstants } from './constant-keys.ts';
import { type Fragment, join, parameter, sql, word } from './fragment.ts';
import { type GroupRows, groupedAndOrdered, groupRows } from './group-rows.ts';
import type { Lowering } from './relation.ts';
import { CELLS_MAX, spreadCells } from './spread-cells.ts';
import { typeOf } from './value-type.ts';

type Total = Extract<Statistic, { readonly of: unknown }>;

const isTotal = (statistic: Statistic): statistic is Total => 'of' in statistic;

/** What one row adds, which is a unit in one of its cells where that matters. */
interface Added {
  readonly rows: Fragment;
  /** Of the totals, in their order. */
  readonly sums: readonly Fragment[];
  /** How many rows and units there are. */
  readonly counts: { readonly rows: Fragment; readonly units: Fragment };
}

/** `places` are those of the statistics that are added up. */
export function totals(checked: CheckedPlan, places: readonly number[], key: string, lowering: Lowering): Fragment {
  const { statistics } = checked;
  const asked = places.map(place => statistics[place]).filter(isTotal);
  const constant = keysAreTheConstants(checked);
  const rows = groupRows(
    checked,
    asked.map(({ of }) => of),
    constant ? { ...lowering, constantLater: true } : lowering,
  );
  if (rows.unit === undefined) return totalsOfRows(checked, places, rows, lowering);
  const values = asked.map(({ low, high }, place) => ({ value: rows.values[place], low, high }));
  const asking: Cells = {
    rows: rows.from,
    unit: rows.unit,
    parts: rows.keys,
    values,
    multiplied: statistics.some(({ kind }) => kind === 'product'),
    single: checked.grouping.perUnit,
    ...(constant && { constant: checked.grouping.keys.map(({ expression }) => expression.domain.type) }),
    countsUnits: statistics.some(({ kind }) => kind === 'units'),
    rowsPerUnit: checked.rowsPerUnit,
    key,
  };
  const listed = asking.single || asking.multiplied || values.length > 0 ? undefined : listedCells(checked, lowering);
  const cells = listed ? spreadCells(asking, listed, lowering) : contributions(asking, lowering);
  const counts = { rows: sum(cells.rows), units: sum(cells.units) };
  const results = summed(checked, places, { ...cells, counts }, lowering);
  // a group in which no row counts is no group: it would tell of rows beyond the bound
  const having = rows.keys.length > 0 ? sql` HAVING sum(${cells.rows}) > 0` : sql``;
  return selectResults(rows.keys, results, cells.from, having, lowering);
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

/** Each row is a unit of its own, and counts whole. */
function totalsOfRows(
  checked: CheckedPlan,
  places: readonly number[],
  { from, keys, values }: GroupRows,
  lowering: Lowering,
): Fragment {
  const count = sql`count(*)`;
  const added = { rows: sql`1`, sums: values, counts: { rows: count, units: count } };
  const results = summed(checked, places, added, lowering);
  return selectResults(keys, results, from, sql``, lowering);
}

function summed(
  { statistics }: CheckedPlan,
  places: readonly number[],
  { rows, sums, counts }: Added,
  { dialect }: Lowering,
): readonly Fragment[] {
  const totals = places.filter(place => isTotal(statistics[place]));
  const wide = (value: Fragment): Fragment => sql`CAST(${value} AS ${word(dialect.types.wide)})`;
  const added = (place: number): Fragment => {
    const statistic = statistics[place];
    if (statistic.kind !== 'product') return isTotal(statistic) ? sums[totals.indexOf(place)] : rows;
    const [one, other] = statistic.factors.map(added);
    return sql`${wide(one)} * ${wide(other)}`;
  };
  return places.map(place => {
    const { kind } = statistics[place];
    return kind === 'rows' || kind === 'units' ? counts[kind] : sum(added(place));
  });
}

/** Null is no value, and no value adds nothing. */
const sum = (value: Fragment): Fragment => sql`COALESCE(sum(${value}), 0)`;

function selectResults(
  keys: readonly Fragment[],
  results: readonly Fragment[],
  from: Fragment,
  having: Fragment,
  { fresh }: Lowering,
): Fragment {
  const list = [...keys, ...results.map(result => sql`${result} AS ${fresh('result')}`)];
  return sql`SELECT ${join(list, ', ')} FROM ${from}${groupedAndOrdered(keys, having)}`;
}
