/** The words of the house. No behaviour. */
export type { Bracket, BracketStatus } from './bracket.ts';
export type { ApproximateCost, Cost } from './cost.ts';
export type { ApproximateGuarantee, CountedOf, LossOf, PrintedLoss, PrivacyLoss } from './privacy-loss.ts';
export { problemOf } from './problem.ts';
export { Fault, invariant, Refusal, type RefusalCode, refusals, refuse } from './refusal.ts';
export type { Direction, Relation } from './relation.ts';
