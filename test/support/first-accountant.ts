/** The first accountant, for those who compare it with the second: they may not know each other otherwise. */

export { choiceRho, filterLimits, pureRho } from '../../src/accounting/concentrated/index.ts';
export { type KeptTable, keptRho } from '../../src/accounting/concentrated/kept-draws.ts';
export { price } from '../../src/accounting/index.ts';
export { type Amount, amounts } from '../../src/amounts/index.ts';
export { thresholdDelta } from '../../src/release/rates/threshold.ts';
