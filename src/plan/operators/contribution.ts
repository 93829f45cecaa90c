/** What one unit adds to each statistic of each of its groups, bounded over all of them. */
import type { CheckedGrouping, Statistic } from '../checked-plan.ts';
import { evaluate, type Values } from '../evaluate.ts';
import { greatest, least, within } from '../expressions/whole-numbers.ts';
import { canonicalList, type Tally, type Value } from '../value.ts';
import { allot } from './bound.ts';

/** The rows of one unit in one group. */
interface Share {
  readonly key: readonly Value[];
  readonly rows: readonly Values[];
}

export interface Contribution {
  readonly key: readonly Value[];
  readonly results: readonly (bigint | readonly Tally[])[];
}

export interface Bound {
  readonly grouping: CheckedGrouping;
  readonly statistics: readonly Statistic[];
  readonly rowsPerUnit: bigint;
  /** 64 hex digits, new for every question. */
  readonly key: string;
}

export function contributions(unit: string, rows: readonly Values[], bound: Bound): Contribution[] {
  const shares = sharesOf(rows, bound.grouping);
  const allotted = allot(
    shares.map(share => ({ parts: share.key, rows: BigInt(share.rows.length) })),
    unit,
    bound.rowsPerUnit,
    bound.key,
  );
  const columns = bound.statistics.map(statistic => {
    if (statistic.kind === 'values') return chosenValues(statistic.of, shares, unit, bound);
    if (statistic.kind === 'product') return [];
    return shares.map((share, i) => counted(statistic, share, allotted[i]));
  });
  return shares.map(({ key }, i) => {
    const added = columns.map(column => column[i]);
    return { key, results: added.map((result, place) => multiplied(bound.statistics[place], added) ?? result) };
  });
}

function sharesOf(rows: readonly Values[], { keys }: CheckedGrouping): Share[] {
  const shares = new Map<string, { readonly key: Value[]; readonly rows: Values[] }>();
  for (const values of rows) {
    const key = keys.map(({ expression }) => evaluate(expression, values));
    const name = canonicalList(key);
    if (!shares.has(name)) shares.set(name, { key, rows: [] });
    shares.get(name)!.rows.push(values);
  }
  return [...shares.values()];
}

/** A product of what the unit adds to two other statistics; undefined where it is none. */
function multiplied(statistic: Statistic, added: Contribution['results']): bigint | undefined {
  if (statistic.kind !== 'product') return undefined;
  const [one, other] = statistic.factors.map(place => added[place] as bigint);
  return one * other;
}

type Counted = Exclude<Statistic, { readonly kind: 'values' | 'product' }>;

/** At most as much as the allotted rows could add. */
function counted(statistic: Counted, { rows }: Share, allotted: bigint): bigint {
  if (statistic.kind === 'rows') return allotted;
  if (statistic.kind === 'units') return allotted > 0n ? 1n : 0n;
  const { of, low, high } = statistic as Extract<Statistic, { readonly of: unknown }>;
  const total = rows.reduce((sum, values) => sum + ((evaluate(of, values) as bigint | null) ?? 0n), 0n);
  return within(total, allotted * least([low, 0n]), allotted * greatest([high, 0n]));
}

/** Rows with equal values are alike: a cell here is a group and a value in it. */
function chosenValues(
  of: Extract<Statistic, { readonly of: unknown }>['of'],
  shares: readonly Share[],
  unit: string,
  { rowsPerUnit, key }: Bound,
): Tally[][] {
  const cells = shares.flatMap((share, place) =>
    [...talliesOf(share.rows.map(values => evaluate(of, values)))].map(([value, rows]) => ({
      place,
      value,
      rows,
      parts: [...share.key, value],
    })),
  );
  const allotted = allot(cells, unit, rowsPerUnit, key);
  const chosen = cells.map(({ place, value }, i) => ({ place, tally: { value, rows: allotted[i] } }));
  return shares.map((_, place) =>
    chosen.filter(cell => cell.place === place && cell.tally.rows > 0n).map(({ tally }) => tally),
  );
}

function talliesOf(values: readonly Value[]): Map<bigint, bigint> {
  const tallies = new Map<bigint, bigint>();
  for (const value of values) if (typeof value === 'bigint') tallies.set(value, (tallies.get(value) ?? 0n) + 1n);
  return tallies;
}
