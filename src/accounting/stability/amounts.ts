/** Sums and maxima of charges, for lists of any length: a partition may have a million parts. */
import { up } from '../../numerics/index.ts';

/** Rounded up. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => up.add(total, amount), 0);

/** Charges are at least 0, and so is the greatest of none. */
export const greatest = (amounts: readonly number[]): number =>
  amounts.reduce((most, amount) => Math.max(most, amount), 0);
