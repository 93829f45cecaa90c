/** How units were drawn: of a whole question, and of one of its groups. */
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import type { Value } from '../value.ts';

export interface Sampling {
  /** Whether there is chance in who was asked. */
  readonly drawn: boolean;
  /** Every unit was drawn by a coin of its own. */
  readonly independent: boolean;
  /** Every unit's chance, before that of its stratum; null where it depends on a secret number of units. */
  readonly rate: Rational | null;
  /** So many units of so many, any set as likely as any other; absent where coins were thrown. */
  readonly exactly?: UnitsOf;
  /** The number of units is this part of the population's, rounded down, and every one of them is asked about. */
  readonly share?: Share;
  /** Chances by the value of one of the question's keys. */
  readonly strata: readonly StrataKey[];
  /** As many units as may be expected in the sample at most; null where that is secret. */
  readonly unitsMost: number | null;
}

export interface UnitsOf {
  readonly size: number;
  readonly of: number;
}

/** This part of the units, or the others. */
export interface Share {
  readonly rate: Rational;
  readonly others: boolean;
}

export interface StrataKey {
  /** Place among the keys of the question. */
  readonly key: number;
  readonly rates: readonly { readonly value: Value; readonly rate: Rational }[];
}

export const nothingDrawn: Sampling = Object.freeze({
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
  readonly share?: Share;
}

/** Undefined where chance has no part in a group: nothing was drawn, or its stratum was left out. */
export function chanceOf({ drawn, rate, strata, exactly, share }: Sampling, key: readonly Value[]): Chance | undefined {
  if (!drawn) return undefined;
  let chance = rate;
  for (const { key: place, rates } of strata) {
    const stratum = rates.find(({ value }) => value === key[place]);
    if (stratum === undefined) return undefined;
    chance = times(chance, stratum.rate);
  }
  return chance === null ? { rate: null, left: 1 } : knownChance(toNumber(chance, 'nearest'), exactly, share);
}

function knownChance(rate: number, exactly?: UnitsOf, share?: Share): Chance {
  const left = exactly === undefined ? 1 - rate : (exactly.of - exactly.size) / Math.max(1, exactly.of - 1);
  return { rate, left, ...(exactly && { exactly }), ...(share && { share }) };
}
