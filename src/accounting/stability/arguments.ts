/**
 * What an operator's numbers must be before anything is priced.
 * Every test is written positively, so that NaN is refused.
 */
import { type Cost, refuse } from '../../vocabulary/index.ts';

export function checkRate(name: string, rate: number): number {
  if (rate >= 0 && rate <= 1) return rate;
  return refuse('value_out_of_range', `The ${name} must be a number from 0 to 1; it is ${rate}.`);
}

/** A number of units, draws or clusters, small enough to be exact. */
export function checkSize(name: string, size: number, least = 1): number {
  if (Number.isSafeInteger(size) && size >= least) return size;
  return refuse('value_out_of_range', `The ${name} must be a whole number, at least ${least}; it is ${size}.`);
}

/** A size that another size limits. */
export function checkSizeWithin(name: string, size: number, limit: number, limitName: string): number {
  if (checkSize(name, size) <= checkSize(limitName, limit)) return size;
  return refuse('value_out_of_range', `The ${name} (${size}) may not exceed the ${limitName} (${limit}).`);
}

export function checkAmount(name: string, amount: number): number {
  if (amount >= 0 && amount < Infinity) return amount;
  return refuse('value_out_of_range', `The ${name} must be a finite number, at least 0; it is ${amount}.`);
}

/** A replaced unit is one removed and one added: whatever is given, twice epsilon always suffices. */
export function checkCost({ epsilon, replace }: Cost): Cost {
  checkAmount('epsilon', epsilon);
  return { epsilon, replace: Math.min(checkAmount('replace-one epsilon', replace), 2 * epsilon) };
}

/** Lists of parts, strata or rates say something only when they hold something. */
export function checkSome<T>(name: string, list: readonly T[]): readonly T[] {
  if (list.length >= 1) return list;
  return refuse('value_out_of_range', `At least one ${name} is needed; none was given.`);
}
