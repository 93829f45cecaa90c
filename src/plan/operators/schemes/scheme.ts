/**
 * What every way to draw units brings, a sample or a split: one object a scheme, which says all that is known of it. Samples
 * take no part of it. All of them choose units, never rows; rates are exact decimal text.
 */
import type { Rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import type { Schema } from '../../expressions/columns.ts';
import type { Value } from '../../expressions/value.ts';
import type { Shape } from '../../parsing/node-bricks.ts';

/** `Rule` is what the accountant is told, where its price and theorem are. */
export interface Scheme<Arguments, Rule> {
  /** The arguments as they come from outside. Whether they are in range is for `membership` to say. */
  readonly shape: Shape<Arguments>;
  /** Chance decides, by a secret key of the draw's own. */
  readonly random: boolean;
  /** By a secret number of its own and by its own rows: whoever else is there has no say in who is drawn. */
  readonly byUnit: boolean;
  /** A part of all units, so that a unit's chance is known where their number is. */
  readonly ofAll: boolean;
  /** Refuses what cannot be drawn from a table of these columns, and a part that there is not. */
  readonly membership: (scheme: Arguments, schema: Schema, part: string | null) => Membership;
  /** The same for all parts of a split; `of` is the public number of units of the input, where there is one. */
  readonly rule: (scheme: Arguments, of: number | undefined, schema: Schema) => Rule;
  /** How many units it leaves of publicly so many; undefined where that is nobody's to know. */
  readonly size: (scheme: Arguments, units: number, part: string | null) => number | undefined;
  /** The rate that an answer tells of it; undefined where it has none. */
  readonly rate: (scheme: Arguments, part: string | null) => string | undefined;
  /** What is left at most, which decides whether it is worth a copy; undefined where that may be nearly everything. */
  readonly most: (scheme: Arguments, part: string | null) => Most | undefined;
  /** The values of a column whose units were drawn, where others were left out. */
  readonly strata?: (scheme: Arguments) => DrawnStrata;
  /** As people read it. */
  readonly words: (scheme: Arguments) => string;
  /** How it is written after TABLESAMPLE, or what is to be written instead. */
  readonly tableSample?: TableSample<Arguments> | { readonly instead: string };
}

export type Most = { readonly rate: string } | { readonly units: number };

export interface DrawnStrata {
  readonly by: string;
  readonly values: readonly string[];
}

export interface TableSample<Arguments> {
  readonly method: string;
  readonly number: 'percent' | 'number';
  /** Of the number, a percentage as a rate. */
  readonly scheme: (number: string) => Arguments;
}

/**
 * Which units, or rows, belong to a derived table. The hash of a unit is SHA-256 of the draw's key, a colon and the unit's
 * id; its first 16 hex digits are a number below 2^64.
 */
export type Membership =
  /** Hashes from `from` to below `to`. */
  | { readonly kind: 'interval'; readonly from: bigint; readonly to: bigint }
  /** Hashes below the threshold of the unit's stratum; a value that is not listed has none. */
  | { readonly kind: 'strata'; readonly by: string; readonly thresholds: readonly StratumThreshold[] }
  /** The units with the smallest hashes, ties by id, or all others. */
  | { readonly kind: 'smallest'; readonly number: UnitNumber; readonly others: boolean }
  /** The first units in the order of a column, ties by id, null last; or all others. */
  | {
      readonly kind: 'first';
      readonly by: string;
      readonly descending: boolean;
      readonly size: bigint;
      readonly others: boolean;
    }
  /** Rows whose column has this value. */
  | { readonly kind: 'key'; readonly by: string; readonly value: Value };

export interface StratumThreshold {
  readonly value: Value;
  readonly threshold: bigint;
}

/** How many units: so many, or this part of all, rounded down. */
export type UnitNumber = { readonly size: bigint } | { readonly rate: Rational };

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Names are public, and part of file names. */
export function checkDrawName(name: string): void {
  if (NAME.test(name)) return;
  refuse(
    'value_out_of_range',
    'The name of a sample, split or part must have 1 to 64 letters, digits, dots, hyphens or underscores, and begin with a letter or digit.',
  );
}

/** Splits into some units and all others have the part `first` and the part `rest`. */
export function isRest(part: string | null): boolean {
  if (part === 'first' || part === 'rest') return part === 'rest';
  return refuse('value_out_of_range', `The parts of this split are first and rest; there is no part ${part}.`);
}
