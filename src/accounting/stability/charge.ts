/** The pair that an operator charges to its input, as every price function returns it. */
import type { Cost } from '../../vocabulary/index.ts';

/** A replaced unit never costs more than one removed and one added; doubling is exact. */
export const charge = (epsilon: number, replace: number): Cost =>
  Object.freeze({ epsilon, replace: Math.min(replace, 2 * epsilon) });

/** Where the size is public only replaced units count: the same charge under either name. */
export const chargeSubstitutionOnly = (replace: number): Cost => charge(replace, replace);
