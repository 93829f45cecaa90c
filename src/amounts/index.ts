/** Exact amounts of privacy, and the losses that are made of them: added, subtracted, compared, printed and read. */
export type { Amount } from './amount.ts';
export * as amounts from './amount.ts';
export type { CountedLoss } from './counted-loss.ts';
export * as counts from './counted-loss.ts';
export type { ExactLoss, LossLimit, MechanismShare } from './exact-loss.ts';
export * as losses from './exact-loss.ts';
export * as spendings from './spending.ts';
export { nothing, type Spending } from './spending.ts';
