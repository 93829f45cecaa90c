/** The first accountant, for those who compare it with the second: they may not know each other otherwise. */

export { type KeptTable, keptRho } from '../../src/accounting/concentrated/kept-draws.ts';
export { choiceRho, filterLimits, price, pureRho } from '../../src/accounting/index.ts';
export { type Amount, amounts } from '../../src/amounts/index.ts';
export { thresholdDelta } from '../../src/release/threshold.ts';
