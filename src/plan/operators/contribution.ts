/**
 * What one unit adds to each statistic of each of its groups: at most k rows' worth over all of them. A unit with more rows
 * weighs each of them alike, so that numbers and sums of rows speak of the same rows, in the proportions they have.
 */
import { sha256 } from '../../text/index.ts';
import type { CheckedGrouping, EngineStatistic } from '../checked-plan.ts';
import type { CheckedExpression } from '../expressions/checked-expression.ts';
import { evaluate, type RowValues } from '../expressions/evaluate.ts';
import { canonicalList, compareText, type Value, type ValueCount } from '../expressions/value.ts';
import { greatest, least, within } from '../expressions/whole-numbers.ts';

/** The rows of one unit in one group. */
interface Share {
  readonly key: readonly Value[];
  readonly rows: readonly RowValues[];
}

type Result = bigint | readonly ValueCount[];

export interface Contribution {
  readonly key: readonly Value[];
  readonly results: readonly Result[];
}

export interface Bound {
  readonly grouping: CheckedGrouping;
  readonly statistics: readonly EngineStatistic[];
  readonly rowsPerUnit: bigint;
  /** The most of them in one group. */
  readonly rowsPerGroup?: bigint | undefined;
  /** 64 hex digits, new for every question. */
  readonly key: string;
}

export function contributions(unit: string, rows: readonly RowValues[], bound: Bound): Contribution[] {
  const shares = sharesOf(rows, bound.grouping);
  const columns = bound.statistics.map(statistic => addedBy(statistic, shares, unit, bound));
  return shares.map(({ key }, i) => {
    const added = columns.map(column => column[i]);
    return { key, results: added.map((result, place) => multiplied(bound.statistics[place], added) ?? result ?? 0n) };
  });
}

function sharesOf(rows: readonly RowValues[], { keys }: CheckedGrouping): Share[] {
  const shares = new Map<string, { readonly key: Value[]; readonly rows: RowValues[] }>();
  for (const values of rows) {
    const key = keys.map(({ expression }) => evaluate(expression, values));
    const name = canonicalList(key);
    if (!shares.has(name)) shares.set(name, { key, rows: [] });
    shares.get(name)!.rows.push(values);
  }
  return [...shares.values()];
}

/** Of every share, in their order; of a product nothing yet. */
function addedBy(statistic: EngineStatistic, shares: readonly Share[], unit: string, bound: Bound): readonly Result[] {
  const { rowsPerUnit, grouping } = bound;
  const { resolution } = statistic;
  const kept = (rows: bigint): bigint => keptIn(rows, bound);
  switch (statistic.kind) {
    case 'rows':
      return weighed(shares.map(numberOf).map(kept), { resolution, most: rowsPerUnit });
    case 'units':
      return weighed(
        shares.map(() => 1n),
        { resolution, most: grouping.groupsPerUnit },
      );
    case 'shown': {
      const shown = firstInOrder(shares, unit, bound);
      return shares.map(share => (shown.has(share) ? 1n : 0n));
    }
    case 'chosen':
      return chosenRows(shares, unit, bound);
    case 'total': {
      const numbers = shares.map(numberOf).map(kept);
      // multiplied before it is cut: a part of a row is worth a part of the range, however coarse the resolution
      const worth = (bound: bigint): bigint[] =>
        weighed(
          numbers.map(rows => rows * bound),
          { resolution, most: rowsPerUnit, of: total(numbers) },
        );
      const [low, high] = [worth(least([statistic.low, 0n])), worth(greatest([statistic.high, 0n]))];
      return shares.map(({ rows }, i) => within(resolution * total(valuesOf(statistic.of, rows)), low[i], high[i]));
    }
    case 'weighted': {
      const values = shares.map(({ rows }) => valuesOf(statistic.of, rows));
      const numbers = values.map(numberIn);
      const of = total(numbers.map(kept));
      return values.map((each, i) => {
        const weighing = { resolution, most: rowsPerUnit, of, kept: kept(numbers[i]), from: numbers[i] };
        return weighed([total(each)], weighing)[0];
      });
    }
    case 'values': {
      const cells = shares.map(({ rows }) => [...talliesOf(valuesOf(statistic.of, rows))]);
      const numbers = cells.map(cell => total(cell.map(([, rows]) => rows)));
      const of = total(numbers.map(kept));
      return cells.map((cell, group) => {
        const rows = weighed(
          cell.map(([, number]) => number),
          { resolution, most: rowsPerUnit, of, kept: kept(numbers[group]), from: numbers[group] },
        );
        return cell.map(([value], i) => ({ value, rows: rows[i] }));
      });
    }
    case 'distinct':
    case 'product':
      return [];
  }
}

/** A value of one unit in one group that counts among the different ones. */
interface DistinctValue {
  readonly key: readonly Value[];
  readonly value: Exclude<Value, null>;
}

/** The k first values of a unit, each in its group, in the order of the question's key: chosen from its own rows alone. */
export function distinctValues(
  unit: string,
  rows: readonly RowValues[],
  of: CheckedExpression,
  { grouping, rowsPerUnit, key }: Pick<Bound, 'grouping' | 'rowsPerUnit' | 'key'>,
): readonly DistinctValue[] {
  const found = sharesOf(rows, grouping).flatMap(share => {
    const values = share.rows.map(row => evaluate(of, row)).filter(value => value !== null);
    return [...new Set(values)].map(value => ({ key: share.key, value }));
  });
  if (numberIn(found) <= rowsPerUnit) return found;
  return found
    .map(each => ({ each, order: groupOrder(key, unit, [...each.key, each.value]) }))
    .sort((one, other) => compareText(one.order, other.order))
    .slice(0, Number(rowsPerUnit))
    .map(({ each }) => each);
}

interface Weighing {
  readonly resolution: bigint;
  /** As many count at most. */
  readonly most: bigint;
  /** How many there are in all; the sum of the amounts unless said. */
  readonly of?: bigint;
  /** So many of their group count, from so many that there are; all unless said. */
  readonly kept?: bigint;
  readonly from?: bigint;
}

/** Amounts of rows or of what rows add: as they are, or where there are too many in proportion, cut towards zero once. */
function weighed(amounts: readonly bigint[], weighing: Weighing): bigint[] {
  const { resolution, most, of = total(amounts), kept = 1n, from = 1n } = weighing;
  if (from === 0n) return amounts.map(() => 0n);
  const [part, whole] = of > most ? [most * kept, of * from] : [kept, from];
  return amounts.map(amount => (resolution * part * amount) / whole);
}

/** Rows of one group that count, before there are too many in all. */
const keptIn = (rows: bigint, { rowsPerGroup }: Pick<Bound, 'rowsPerGroup'>): bigint =>
  rowsPerGroup !== undefined && rows > rowsPerGroup ? rowsPerGroup : rows;

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const numberOf = ({ rows }: Share): bigint => BigInt(rows.length);

const numberIn = (values: readonly unknown[]): bigint => BigInt(values.length);

/** Those that are there. */
const valuesOf = (of: CheckedExpression, rows: readonly RowValues[]): bigint[] =>
  rows.map(values => evaluate(of, values)).filter(value => typeof value === 'bigint');

function talliesOf(values: readonly bigint[]): Map<bigint, bigint> {
  const tallies = new Map<bigint, bigint>();
  for (const value of values) tallies.set(value, (tallies.get(value) ?? 0n) + 1n);
  return tallies;
}

/**
 * Where a group stands in its unit's order: the smallest first. SHA-256 in hex digits of the question's key (64 hex digits),
 * a colon, and the canonical list of the unit's name and the group's key. Nobody can foresee it, so that no group is starved.
 */
const groupOrder = (key: string, unit: string, group: readonly Value[]): string =>
  sha256(`${key}:${canonicalList([unit, ...group])}`);

/**
 * How many rows of each group are among the k first of a unit, where each is ordered by its group and its number in that: all have
 * the same chance, and which of the rows of a group they are does not matter.
 */
function chosenRows(shares: readonly Share[], unit: string, bound: Bound): readonly bigint[] {
  const { rowsPerUnit, key } = bound;
  const numbers = shares.map(share => keptIn(numberOf(share), bound));
  if (total(numbers) <= rowsPerUnit) return numbers;
  const ordered = shares
    .flatMap((share, place) =>
      share.rows
        .slice(0, Number(numbers[place]))
        .map((_, i) => ({ place, order: groupOrder(key, unit, [...share.key, BigInt(i + 1)]) })),
    )
    .sort((one, other) => compareText(one.order, other.order))
    .slice(0, Number(rowsPerUnit));
  return shares.map((_, place) => numberIn(ordered.filter(each => each.place === place)));
}

/** A threshold counts whole units: many small fractions of one would betray it more often than its noise allows. */
function firstInOrder(shares: readonly Share[], unit: string, { grouping, key }: Bound): ReadonlySet<Share> {
  const ordered = shares
    .map(share => ({ share, order: groupOrder(key, unit, share.key) }))
    .sort((one, other) => compareText(one.order, other.order));
  return new Set(ordered.slice(0, Number(grouping.groupsPerUnit)).map(({ share }) => share));
}

/** A product of what the unit adds to two other statistics; undefined where it is none. */
function multiplied(statistic: EngineStatistic, added: readonly Result[]): bigint | undefined {
  if (statistic.kind !== 'product') return undefined;
  const [one, other] = statistic.factors.map(place => added[place] as bigint);
  return one * other;
}
