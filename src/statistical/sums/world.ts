/**
 * What may be released of a sum, seen from the critical entry: with some chance its value is added to a sum of others, and
 * otherwise another law holds that does not depend on it. Different sample sizes that are public are different worlds.
 */
import type { SumTable } from './table.ts';

export interface SumWorld {
  /** The chance that this is the world. */
  readonly weight: number;
  /** The ways in which the critical entry counts. */
  readonly moving: readonly Moving[];
  /** The released sum when it does not count; undefined where it always does. */
  readonly still: MixtureComponent | undefined;
  /** By how many cells the highest value moves the sum further than the lowest, when it counts once. */
  readonly reach: number;
}

/** A law that holds with some chance. */
export interface MixtureComponent {
  readonly chance: number;
  readonly table: SumTable;
}

/** The released sum when the critical entry counts so many times and has the lowest value of its range. */
export interface Moving extends MixtureComponent {
  readonly times: number;
}

export interface Worlds {
  readonly each: readonly SumWorld[];
  /** Delta that is granted without looking: to samples that are too unlikely, or too small. */
  readonly granted: number;
  /** The values that the critical entry may have, in cells above the lowest; undefined where it may have any of its range. */
  readonly values: readonly number[] | undefined;
  /** The two ends of the range are known to be told apart best. */
  readonly endsAreWorst: boolean;
}

/** A distribution of entries and the range of the critical one: all that sampling schemes need to know. */
export interface SumModel {
  /** Smaller samples have a sum that is not known well enough. */
  readonly sizeMin: number;
  /** The sum over all so many entries. */
  everything(entries: number, fineness: Fineness): SumWorld;
  /** The sum over a subset of so many, of which the critical entry is one or not. */
  subset(size: number, rate: number, fineness: Fineness): SumWorld;
  /** The sum over all entries that their own coins draw. */
  coins(entries: number, rate: number): SumWorld;
  /** The sum over so many draws of any of the entries, by how often the critical one is drawn. */
  draws(entries: number, draws: number): SumWorld;
  readonly values: readonly number[] | undefined;
  /** The distribution is log-concave, and so is every sum. */
  readonly logConcave: boolean;
}

/** Schemes with many worlds look at each less finely. */
export type Fineness = 'fine' | 'coarse';

/** A world in which the critical entry counts once, with some chance. */
export const onceWorld = (rate: number, moving: SumTable, still: SumTable | undefined, reach: number): SumWorld => ({
  weight: 1,
  moving: [{ chance: rate, times: 1, table: moving }],
  still: still && { chance: 1 - rate, table: still },
  reach,
});
