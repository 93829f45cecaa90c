/** What operators mean, need and cost: sampling and splitting schemes, aggregates, groups, and the columns of a table. */
export { aggregateOf, aggregates, estimate } from './aggregates/aggregates.ts';
export type { SharingRules } from './aggregates/check-aggregates.ts';
export { isDrawn } from './drawn.ts';
export { combinations } from './group-by.ts';
export { JOINED_ROWS_MAX } from './rows-most.ts';
export { schemaOf } from './scanned-columns.ts';
export { bernoulli } from './schemes/bernoulli.ts';
export { fixedSize } from './schemes/fixed-size.ts';
export { fraction } from './schemes/fraction.ts';
export type { UnitOrder } from './schemes/order.ts';
export type { DrawnStrata } from './schemes/scheme.ts';
export { type SampleScheme, type SplitScheme, samples, schemeOf, type WrittenSample } from './schemes/schemes.ts';
export { stratified } from './schemes/stratified.ts';
export { SAID } from './spelled-values.ts';
export { checkDifferent } from './unit-join.ts';
