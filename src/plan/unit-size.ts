/** Numbers of units, as a scheme gives them. */
import type { Rational } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** At least one, and small enough to be exact. */
export function unitSize(size: number): bigint {
  if (Number.isSafeInteger(size) && size >= 1) return BigInt(size);
  return refuse('value_out_of_range', `A number of units is a whole number, at least 1; it is ${size}.`);
}

/** This part of so many units, rounded down. */
export const partOfUnits = ({ numerator, denominator }: Rational, units: number): number =>
  Number((numerator * BigInt(units)) / denominator);
