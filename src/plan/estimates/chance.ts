/** How units were drawn: of a whole question, and of one of its groups. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import type { Value } from '../expressions/value.ts';

export interface SamplingDesign {
  /** Whether there is chance in who was asked. */
  readonly drawn: boolean;
  /** Every unit was drawn by a coin of its own. */
  readonly independent: boolean;
  /** Every unit's chance, before that of its stratum; null where it depends on a secret number of units. */
  readonly rate: Rational | null;
  /** So many units of so many, any set as likely as any other; absent where coins were thrown. */
  readonly exactly?: UnitsOf;
  /** The number of units is this part of the population's, rounded down, and every one of them is asked about. */
  readonly share?: UnitFraction;
  /** Chances by the value of one of the question's keys: of who has none of them nobody was drawn. */
  readonly strata: readonly StrataKey[];
  /** As many units as may be expected in the sample at most; null where that is secret. */
  readonly unitsMost: number | null;
  /** Of secretly many this part was drawn, rounded to whole units: so their chance is the rate, or a little less or more. */
  readonly rounded?: 'down' | 'up';
}

export interface UnitsOf {
  readonly size: number;
  readonly of: number;
}

/** This part of the units, or the others. */
export interface UnitFraction {
  readonly rate: Rational;
  readonly others: boolean;
}

export interface StrataKey {
  /** Place among the keys of the question. */
  readonly key: number;
  readonly rates: readonly { readonly value: Value; readonly rate: Rational }[];
}

export const nothingDrawn: SamplingDesign = Object.freeze({
  drawn: false,
  independent: true,
  rate: rational.one,
  strata: Object.freeze([]),
  unitsMost: null,
});

/** What is secret stays so. */
export const times = (one: Rational | null, other: Rational): Rational | null => one && rational.mul(one, other);

/** How the units of one group were drawn. */
export interface Chance {
  /** Every unit's chance; null where that is secret. */
  readonly rate: number | null;
  /** The part of the variance that remains when so many were drawn: all of it of very many, nothing when all were. */
  readonly left: number;
  readonly exactly?: UnitsOf;
  readonly share?: UnitFraction;
  readonly rounded?: SamplingDesign['rounded'];
}

/** Undefined where chance has no part in a group because nothing was drawn. */
export function chanceOf(sampling: SamplingDesign, key: readonly Value[]): Chance | undefined {
  if (!sampling.drawn) return undefined;
  let chance = sampling.rate;
  for (const strata of sampling.strata) chance = times(chance, stratumOf(strata, key)?.rate ?? rational.zero);
  return chance === null ? { rate: null, left: 1 } : knownChance(toNumber(chance, 'nearest'), sampling);
}

/** Whether somebody of a group may be in the sample: its stratum may have been left out. */
export const isDrawn = ({ strata }: SamplingDesign, key: readonly Value[]): boolean =>
  strata.every(each => stratumOf(each, key) !== undefined);

const stratumOf = ({ key: place, rates }: StrataKey, key: readonly Value[]) =>
  rates.find(({ value }) => value === key[place]);

function knownChance(rate: number, { exactly, share, rounded }: SamplingDesign): Chance {
  const left = exactly === undefined ? 1 - rate : (exactly.of - exactly.size) / Math.max(1, exactly.of - 1);
  return { rate, left, ...(exactly && { exactly }), ...(share && { share }), ...(rounded && { rounded }) };
}
