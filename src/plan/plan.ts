/**
 * A question as plain frozen data: it can be printed, compared, hashed, stored and sent to any engine.
 * Both entry points, the typed API and SQL, make this and nothing else.
 */
import type { Expression } from './expressions/expression.ts';
import type { SampleScheme, SplitScheme } from './operators/schemes/schemes.ts';

/** A table of units: the base, or derived from it. Every node is also a node of the accountant's tree. */
export type PlanTable =
  | { readonly kind: 'scan'; readonly table: string }
  | { readonly kind: 'where'; readonly input: PlanTable; readonly condition: Expression }
  /** Adds columns; a name that exists is refused. */
  | { readonly kind: 'derive'; readonly input: PlanTable; readonly columns: readonly NamedExpression[] }
  | { readonly kind: 'project'; readonly input: PlanTable; readonly columns: readonly string[] }
  /** Looks rows up in a public table by its unique key; `keep` says what becomes of rows without a match. */
  | {
      readonly kind: 'join';
      readonly input: PlanTable;
      readonly table: string;
      /** Column of the input that holds the public table's key. */
      readonly on: string;
      readonly keep: 'matched' | 'all';
    }
  /**
   * Two protected tables on their common unit: every row of a unit here beside every row that the same unit has in `with`, in which
   * nothing is drawn. Units that are in one of them only are left out.
   */
  | {
      readonly kind: 'unitJoin';
      readonly input: PlanTable;
      readonly with: PlanTable;
      /** How many rows of a unit count afterwards; null for the product of what counts in either table. */
      readonly rowsPerUnit: number | null;
    }
  /** Each unit as one row: aggregates of all rows that it has here, and columns that are constant in it. */
  | {
      readonly kind: 'perUnit';
      readonly input: PlanTable;
      readonly columns: readonly string[];
      readonly aggregates: readonly UnitAggregate[];
    }
  /** Some of the units. A sample with a name is drawn once and kept; one without is drawn anew for every question. */
  | { readonly kind: 'sample'; readonly input: PlanTable; readonly scheme: SampleScheme; readonly name: string | null }
  /** One part of a split. All parts of a name, or of one definition where there is none, are of one draw. */
  | {
      readonly kind: 'part';
      readonly input: PlanTable;
      readonly split: SplitScheme;
      readonly part: string | null;
      readonly name: string | null;
    };

export interface NamedExpression {
  readonly name: string;
  readonly expression: Expression;
}

/**
 * One exact number of each unit, which is never shown. It is clamped to public bounds (exact decimals): those given, or what
 * as many rows as count of a unit could add up to.
 */
export type UnitAggregate = {
  readonly name: string;
  readonly clamp: { readonly low: string; readonly high: string } | null;
} & (
  | { readonly kind: 'count' }
  | { readonly kind: 'countValues' | 'sum' | 'mean' | 'min' | 'max'; readonly of: Expression }
);

/** One number asked of every group. `name` is how the answer calls it. */
export type Aggregate =
  | { readonly kind: 'count'; readonly name: string }
  | { readonly kind: 'units'; readonly name: string }
  /** Rows that have a value. */
  | { readonly kind: 'countValues'; readonly name: string; readonly of: Expression }
  /** How many different values there are, at most k of one unit. */
  | { readonly kind: 'countDistinct'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'sum' | 'mean' | 'variance' | 'standardDeviation'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'covariance'; readonly name: string; readonly of: Expression; readonly with: Expression }
  /** Counts between neighbouring public edges (exact decimals). */
  | { readonly kind: 'histogram'; readonly name: string; readonly of: Expression; readonly edges: readonly string[] }
  /** Where most values lie, in ranges that are public: powers of two of the step, or years. */
  | { readonly kind: 'bounds'; readonly name: string; readonly of: Expression }
  /** Rank is exact decimal text from 0 (least) to 1 (greatest); the median is 0.5. */
  | { readonly kind: 'quantile'; readonly name: string; readonly of: Expression; readonly rank: string };

/** How groups are found: from public values, every combination answered; or from the data, by noise and threshold. */
export type Grouping =
  | { readonly kind: 'none' }
  | { readonly kind: 'public'; readonly keys: readonly NamedExpression[] }
  | { readonly kind: 'private'; readonly keys: readonly NamedExpression[] };

/** What is done to the noisy answers, free of charge. Names are aggregates' or keys'. */
export interface PostProcessing {
  readonly having?: Expression;
  readonly order?: readonly { readonly name: string; readonly descending: boolean }[];
  readonly limit?: number;
  /** More numbers, from aggregates and keys, with errors and intervals of their own. */
  readonly computed?: readonly NamedExpression[];
  /** The values that are shown, in this order; all of them where this is absent, those that are computed last. */
  readonly show?: readonly string[];
}

export interface Plan {
  readonly version: 1;
  readonly input: PlanTable;
  readonly grouping: Grouping;
  readonly aggregates: readonly Aggregate[];
  readonly afterwards: PostProcessing;
  /** Tight intervals for answers from a sample, bought with this part of epsilon: exact decimal text. */
  readonly interval?: BoughtInterval;
}

export interface BoughtInterval {
  readonly share: string;
}
