/** The first accountant, for those who compare it with the second: they may not know each other otherwise. */
export { price } from '../../src/accounting/index.ts';
export { thresholdDelta } from '../../src/release/threshold.ts';
