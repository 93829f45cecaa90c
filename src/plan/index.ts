/** A question as data, and what each operator means, needs and costs. */

export { check } from './check.ts';
export { type CheckedExpression, columnsOf } from './checked-expression.ts';
export type { CheckedAggregate, CheckedPlan, CheckedTable, EngineStatistic, GroupResult } from './checked-plan.ts';
export type { Schema, SchemaColumn } from './columns.ts';
export { describe } from './describe.ts';
export { type Domain, type NumberDomain, sizeOf } from './domain.ts';
export { drawsOf, type PlanDraw, tablesRead } from './draws.ts';
export { FALSE_RANGE, foundBounds } from './estimates/bounds.ts';
export { type Chance, chanceOf, isDrawn, nothingDrawn, type SamplingDesign } from './estimates/chance.ts';
export { scaledBy } from './estimates/estimate.ts';
export { type Estimate, isAbove, type Noisy, type Sampled, type Withheld, withheld } from './estimates/noisy.ts';
export { expectedWithin, sampledRankError } from './estimates/sampled-total.ts';
export { countsIn, isSigned, samplingOf } from './estimates/sampling.ts';
export type { Arithmetic, Comparison, DatePart, Expression, ValueType } from './expression.ts';
export { lineageOf, tablesOf } from './lineage.ts';
export { aggregateOf, aggregates, estimate } from './operators/aggregates/aggregates.ts';
export type { MeanRule } from './operators/aggregates/check-aggregates.ts';
export { combinations } from './operators/group-by.ts';
export { bernoulli } from './operators/schemes/bernoulli.ts';
export { fixedSize } from './operators/schemes/fixed-size.ts';
export { fraction } from './operators/schemes/fraction.ts';
export type { UnitOrder } from './operators/schemes/order.ts';
export type { DrawnStrata } from './operators/schemes/scheme.ts';
export {
  type SampleScheme,
  type SplitScheme,
  samples,
  schemeOf,
  type WrittenSample,
} from './operators/schemes/schemes.ts';
export { stratified } from './operators/schemes/stratified.ts';
export { SAID } from './operators/spelled-values.ts';
export { parsePlan } from './parsing/parse-plan.ts';
export type { Aggregate, Grouping, NamedExpression, Plan, PlanTable, PostProcessing } from './plan.ts';
export { applyPostProcessing, type ReleasedScalar, releasedScalar } from './post-processing.ts';
export { questionCost, unscaledCost } from './question-cost.ts';
export { byName } from './rate.ts';
export {
  mayFail,
  type PricedMechanism,
  placesOf,
  rhoSharesOf,
  sharesOf,
  theoremOfMechanism,
} from './shares.ts';
export type { Value, ValueCount } from './value.ts';
