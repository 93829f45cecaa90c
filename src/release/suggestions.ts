/**
 * What coarser columns would buy. The rules are round numbers within the range of a column, never quantiles; which of them helps most
 * is still something the data says, so a custodian should choose one that could have been chosen without looking.
 */
import type { CoarsenedColumn } from '../engine/index.ts';
import { exactRate } from './rates/exact-rate.ts';
import type { ReleaseGuarantee } from './rates/guarantee.ts';
import type { TableCounts } from './rates/table-counts.ts';
import type { ScaledColumn } from './recoding.ts';

export interface Alternative {
  readonly column: string;
  /** As it is written for --coarsen; `leave out` where the column is not published at all. */
  readonly rule: string;
  readonly columns: readonly CoarsenedColumn[];
}

export interface Suggestion {
  readonly column: string;
  readonly rule: string;
  readonly exactRate: number;
  readonly distinct: number;
}

/** Every column is tried with all others: more of them would take minutes. */
const COLUMNS_MAX = 50;

/** The table without each of its columns. */
export const withoutEach = (names: readonly string[]): readonly Alternative[] =>
  names.length === 1 || names.length > COLUMNS_MAX
    ? []
    : names.map(column => ({ column, rule: 'leave out', columns: plain(names.filter(name => name !== column)) }));

/** The versions that round cut points make of one column, as it is already coarsened. */
export const coarserVersions = (
  names: readonly string[],
  { name: column, scales }: ScaledColumn,
): readonly Alternative[] =>
  scales.flat().map(([rule, coarsening]) => ({
    column,
    rule,
    columns: plain(names).map(each => (each.name === column ? { ...each, rules: [coarsening] } : each)),
  }));

const plain = (names: readonly string[]): CoarsenedColumn[] => names.map(name => ({ name, rules: [] }));

/** Fewer than this much more is not worth a column. */
const WORTHWHILE = 1.1;

export interface FoundAlternative {
  readonly alternative: Alternative;
  readonly table: TableCounts;
}

/** Those that buy most come first. */
export const suggestions = (
  found: readonly FoundAlternative[],
  promised: ReleaseGuarantee,
  rate: number,
): readonly Suggestion[] =>
  found
    .map(({ alternative: { column, rule }, table }) => ({
      column,
      rule,
      exactRate: exactRate(table, promised),
      distinct: table.distinct,
    }))
    .filter(({ exactRate, distinct }) => distinct > 1 && exactRate > WORTHWHILE * rate)
    .filter((one, place, all) => !all.slice(0, place).some(finer => buysTheSame(finer, one)))
    .sort((one, other) => other.exactRate - one.exactRate);

/** A wider range that joins nothing more is the narrower one by another name. */
const buysTheSame = (one: Suggestion, other: Suggestion): boolean =>
  one.column === other.column && one.distinct === other.distinct && one.exactRate === other.exactRate;

/** A column of which a rule leaves a single value might as well be left out. */
export const isUnneeded = ({ alternative, table }: FoundAlternative, without: readonly FoundAlternative[]): boolean =>
  without.some(other => other.alternative.column === alternative.column && table.distinct <= other.table.distinct);
