/**
 * A question after checking: every name found, every type and public range known, and what an engine must add up.
 * It is decided from the plan and the policy alone, before any row is read.
 */
import type { Rational } from '../numerics/index.ts';
import type { Relation } from '../vocabulary/index.ts';
import type { CheckedExpression, NamedChecked } from './expressions/checked-expression.ts';
import type { Schema, SchemaColumn } from './expressions/columns.ts';
import type { NumberDomain } from './expressions/domain.ts';
import type { Value, ValueCount } from './expressions/value.ts';
import type { Membership } from './operators/schemes/scheme.ts';
import type { SampleScheme, SplitScheme } from './operators/schemes/schemes.ts';
import type { Plan, PostProcessing } from './plan.ts';

export interface CheckedPlan {
  readonly plan: Plan;
  /** The protected table whose units are asked. */
  readonly table: string;
  /** It, and those that are joined to it on the unit: what is charged counts against the limits of each. */
  readonly tables: readonly string[];
  readonly relation: Relation;
  /** The column that names the unit; undefined where each row is its own and nothing tells them apart. */
  readonly unit: string | undefined;
  /** Units have one row each, so that none has more than may count. */
  readonly rowsAreUnits: boolean;
  /** k: the most rows of one unit that count; 1 where rows are units. */
  readonly rowsPerUnit: bigint;
  /** m: the most rows of one unit that count in one group; absent where a unit has one group, or m bounds nothing. */
  readonly rowsPerGroup?: bigint | undefined;
  readonly input: CheckedTable;
  readonly grouping: CheckedGrouping;
  /** What the engine returns for every group, in this order; equal ones are asked once. */
  readonly statistics: readonly EngineStatistic[];
  /** What is released, and what epsilon is divided among. */
  readonly mechanisms: readonly PlannedMechanism[];
  readonly aggregates: readonly CheckedAggregate[];
  readonly postProcessing: PostProcessing;
}

/** `reads` names the columns that the plan mentions: only they are fetched. Who is there does not depend on them. */
export type CheckedTable = { readonly schema: Schema } & (
  | {
      readonly kind: 'scan';
      readonly table: string;
      readonly unit: string | undefined;
      /** Rows that share the unit's name are one row, which carries the smallest value of each column. */
      readonly rowsAreUnits: boolean;
      readonly reads: Schema;
    }
  | { readonly kind: 'where'; readonly input: CheckedTable; readonly condition: CheckedExpression }
  | { readonly kind: 'derive'; readonly input: CheckedTable; readonly columns: readonly NamedChecked[] }
  | { readonly kind: 'project'; readonly input: CheckedTable; readonly columns: readonly string[] }
  | {
      readonly kind: 'join';
      readonly input: CheckedTable;
      readonly table: string;
      readonly on: string;
      /** The column of the public table that `on` is looked up in, with its domain there. */
      readonly key: SchemaColumn;
      readonly keep: 'matched' | 'all';
      readonly reads: Schema;
    }
  | {
      readonly kind: 'unitJoin';
      readonly input: CheckedTable;
      readonly with: CheckedTable;
      readonly rowsPerUnit: number | null;
    }
  | {
      readonly kind: 'perUnit';
      readonly input: CheckedTable;
      /** Constant in a unit, and kept. */
      readonly columns: Schema;
      readonly aggregates: readonly CheckedUnitAggregate[];
    }
  | ({ readonly kind: 'sample'; readonly scheme: SampleScheme } & DrawnTable)
  | ({ readonly kind: 'part'; readonly split: SplitScheme; readonly part: string | null } & DrawnTable)
);

/** A number of one unit, clamped to its domain; null where there is no value to make it of. */
export type CheckedUnitAggregate = { readonly name: string; readonly domain: NumberDomain } & (
  | { readonly kind: 'count' }
  | {
      readonly kind: 'countValues' | 'sum' | 'mean' | 'min' | 'max';
      readonly of: CheckedExpression;
      /** Steps of the result in one of the value, where that is a number: means are finer. */
      readonly parts: bigint;
    }
);

/** A table of some of its input's units, and how one knows which. */
export interface DrawnTable {
  readonly input: CheckedTable;
  /** The same units as the input, read with no column that only the question mentions: less to read for listing members. */
  readonly population: CheckedTable;
  readonly name: string | null;
  /** Which of the plan's draws this is, counted from the base. */
  readonly place: number;
  readonly membership: Membership;
}

export interface CheckedGrouping {
  readonly kind: 'none' | 'public' | 'private';
  readonly keys: readonly GroupKey[];
  /** All rows of a unit fall into one group: nothing needs to be filled in order. */
  readonly perUnit: boolean;
  /** The most groups that one unit counts in. */
  readonly groupsPerUnit: bigint;
  /** The number of public combinations, nulls included; undefined for groups not listed in advance. */
  readonly groups: bigint | undefined;
}

export interface GroupKey extends NamedChecked {
  /** Public keys only: every value that is answered, null last. */
  readonly values?: readonly Value[];
}

/**
 * What an engine adds up over units, as whole numbers of 1/resolution. Of a unit at most m rows' worth counts in a group: where it
 * has n > m rows in question there, each of them weighs m/n. Of what is left at most k rows' worth counts: where that is more over
 * all its groups, w > k, all weigh k/w of it. Quotients are cut towards zero, once.
 *
 * `rows`      how many rows there are
 * `units`     how many units there are; one in G > g groups counts g/G in each of them
 * `shown`     how many units there are, whole ones: of a unit in G > g groups the g first in the order of the question's key
 * `chosen`    how many rows there are, whole ones: of a unit with more than k, m a group at most, the k first in the order of the
 *             question's key
 * `total`     the sum of a whole number per row, null as 0; of a unit whose rows in a group weigh a at most a rows' worth:
 *             clamped to [a·min(low, 0), a·max(high, 0)]
 * `weighted`  the sum of a whole number over the rows that have one, which are the rows in question
 * `values`    (value, rows) pairs over the rows that have a value, which are the rows in question
 * `distinct`  how many different values a group has, null aside: of a unit with more than k values in its groups together, the k
 *             first in the order of the question's key. Who else has a value is nobody's choice: it is chosen before it is counted
 * `product`   what a unit adds to one of the statistics before, times what it adds to another or the same
 */
export type EngineStatistic = { readonly sensitivity: Sensitivity; readonly resolution: bigint } & (
  | { readonly kind: 'rows' | 'units' | 'shown' | 'chosen' }
  | {
      readonly kind: 'total' | 'weighted' | 'values';
      readonly of: CheckedExpression;
      readonly low: bigint;
      readonly high: bigint;
      readonly step: Rational;
    }
  | { readonly kind: 'distinct'; readonly of: CheckedExpression }
  | { readonly kind: 'product'; readonly factors: readonly [number, number] }
);

/** The most that one unit changes the vector of all groups, in 1/resolution: added up over it, and its squares added up. */
export interface Sensitivity extends Change {
  readonly squared: Change;
}

interface Change {
  /** When it is added or removed. */
  readonly addRemove: bigint;
  /** When it is replaced. */
  readonly replaceOne: bigint;
}

/** How one unit may spread what is counted of it over private groups, in whole numbers. */
export interface UnitSpread {
  /** The most in all groups together. */
  readonly most: bigint;
  /** The most in one group. */
  readonly perKey: bigint;
  /** A unit is in one group, whichever that is. */
  readonly oneKey: boolean;
}

/**
 * `noise`      all groups of one statistic, or of several that one sensitivity bounds together, with noise for it on each number
 * `quantile`   one value a group, drawn from the `values` at `statistic`
 * `quantiles`  one level of several that are drawn together, each between those of the levels before
 * `selection`  which groups not listed in advance are shown, by the noisy number of whole rows or units at `statistic`; where that was asked for it
 *              is the answer
 * A question's epsilon is divided in proportion to the weights of its mechanisms.
 */
export type PlannedMechanism = {
  readonly statistic: number;
  readonly sensitivity: Sensitivity;
  readonly weight: Rational;
} & (
  | {
      readonly kind: 'noise';
      /** Places of the statistics that are released under the same sensitivity besides the first. */
      readonly also?: readonly number[];
    }
  | { readonly kind: 'selection'; readonly spread: UnitSpread }
  | {
      readonly kind: 'quantile';
      readonly rank: Rational;
      readonly drawing: Drawing;
    }
  | { readonly kind: 'quantiles'; readonly draws: readonly PlannedRank[]; readonly drawing: Drawing }
);

/** Where rho is counted by the exponential mechanism, whose rho is an eighth of the square of its epsilon. */
export type Drawing = 'permute-and-flip' | 'exponential';

/** A rank, and the nearest ones that were drawn before; 0 and 1, the ends of the range, where there are none. */
export interface PlannedRank {
  readonly rank: Rational;
  readonly lower: Rational;
  readonly upper: Rational;
}

/**
 * `uses` are places in `statistics`; what is released is computed from their noisy values alone. `moments`, where an interval
 * was bought, are the places of the sums over units of the products of every two of them: 1·1, 1·2, 2·2 of two.
 */
export type CheckedAggregate = {
  readonly name: string;
  readonly uses: readonly number[];
  readonly moments?: readonly number[];
} & (
  | { readonly kind: 'count' | 'units' | 'countDistinct' }
  /** `factors`: so many of each of its two statistics, where it is computed from those of a mean; else it is a statistic itself. */
  | { readonly kind: 'countValues'; readonly factors?: readonly [Rational, Rational] }
  | { readonly kind: 'sum'; readonly step: Rational; readonly factors?: readonly [Rational, Rational] }
  | {
      readonly kind: 'mean';
      readonly of: Centring;
      /**
       * `ends`: its statistics are the distances of the values from the least and from the greatest value. `squares`: they are those
       * of a variance of the same values.
       */
      readonly from?: 'ends' | 'squares';
    }
  | {
      readonly kind: 'variance' | 'standardDeviation';
      readonly of: Centring;
      readonly square: Centring;
      /** Its statistics are the squares of both distances, and twice their product between them. */
      readonly from?: 'squares';
    }
  | { readonly kind: 'covariance'; readonly of: Centring; readonly with: Centring; readonly product: Centring }
  | { readonly kind: 'histogram'; readonly edges: readonly Rational[] }
  | { readonly kind: 'bounds'; readonly ranges: readonly ValueRange[]; readonly values: NumberDomain }
  | { readonly kind: 'quantile'; readonly mechanism: number; readonly rank: Rational; readonly domain: NumberDomain }
);

/** Neighbouring values, from low to high, both counted in steps. */
export interface ValueRange {
  readonly low: bigint;
  readonly high: bigint;
}

/** What was subtracted from every value before adding up, in steps, and the public range of the values themselves. */
export interface Centring {
  readonly centre: bigint;
  readonly low: bigint;
  readonly high: bigint;
  readonly step: Rational;
}

/** What an engine returns: for each group that has rows its key and one result a statistic. */
export interface GroupResult {
  readonly key: readonly Value[];
  readonly results: readonly (bigint | readonly ValueCount[])[];
}
