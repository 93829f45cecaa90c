/** How much a random sample shows: the chance that a draw shows more than promised, and the largest rate that keeps it below. Counts in, rates out. */
export { exactRate } from './exact-rate.ts';
export { failureChance } from './failure-chance.ts';
export { guarantee } from './guarantee.ts';
export { mostShown } from './most-shown.ts';
export { countsOf } from './table-counts.ts';
export { theoremRate } from './theorem-rate.ts';
export { countDelta } from './threshold.ts';
