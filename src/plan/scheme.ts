/**
 * How a table of units is derived by chance or by order: plain frozen data, rates as exact decimal text.
 * All of them choose units, never rows.
 */

/** One table of one table. */
export type SampleScheme =
  /** Every unit by a coin of its own. */
  | { readonly kind: 'bernoulli'; readonly rate: string }
  /** So many units, all of them where there are fewer. */
  | { readonly kind: 'fixed-size'; readonly size: number }
  /** This part of the units, rounded down. */
  | { readonly kind: 'fraction'; readonly rate: string }
  /** A coin whose rate is that of the unit's public stratum; strata that are not listed, and null, are left out. */
  | { readonly kind: 'stratified'; readonly by: string; readonly rates: readonly StratumRate[] }
  /** The first units, or all but those, in the order of a column that is constant in a unit; ties by the unit's id. */
  | ({ readonly kind: 'take' | 'skip' } & Order);

export interface StratumRate {
  /** A value of the column by its one name: a text itself, true, false, plain digits. */
  readonly stratum: string;
  readonly rate: string;
}

export interface Order {
  readonly by: string;
  readonly descending: boolean;
  readonly size: number;
}

/** Several tables of one; a part is named by text, or by null where its key is null. */
export type SplitScheme =
  /** Every unit draws its part; rates that sum to less than 1 leave some units in none. */
  | { readonly kind: 'random'; readonly parts: readonly { readonly name: string; readonly rate: string }[] }
  /** By a column with public values: its text names the part. */
  | { readonly kind: 'key'; readonly by: string }
  /** So many units are the part `first`, the others the part `rest`. */
  | { readonly kind: 'fixed-size'; readonly size: number }
  | { readonly kind: 'fraction'; readonly rate: string }
  | ({ readonly kind: 'take-skip' } & Order);
