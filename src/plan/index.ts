/** A question as data, and what each operator means, needs and costs. */
export { applyAfterwards } from './afterwards.ts';
export { check } from './check.ts';
export { type CheckedExpression, columnsOf, type NamedChecked } from './checked-expression.ts';
export type {
  Centred,
  CheckedAggregate,
  CheckedGrouping,
  CheckedPlan,
  CheckedTable,
  GroupKey,
  GroupResult,
  Mechanism,
  Membership,
  Schema,
  SchemaColumn,
  Sensitivity,
  Statistic,
} from './checked-plan.ts';
export { describe } from './describe.ts';
export { type Domain, type NumberDomain, sizeOf } from './domain.ts';
export { type Definition, type Draw, drawsOf, tablesRead } from './draws.ts';
export { type Chance, chanceOf, isDrawn, nothingDrawn, type Sampling } from './estimates/chance.ts';
export { type Estimated, estimate, scaledBy } from './estimates/estimate.ts';
export { type Estimate, isAbove, type Noisy, type Sampled, type Withheld, withheld } from './estimates/noisy.ts';
export { sampledRankError } from './estimates/rank-error.ts';
export { expectedWithin } from './estimates/sampled-total.ts';
export { isCount, isSigned, samplingOf } from './estimates/sampling.ts';
export type { Arithmetic, Comparison, DatePart, Expression, ValueType } from './expression.ts';
export { canonicalJson, identityOf } from './identity.ts';
export { lineageOf, tablesOf } from './lineage.ts';
export { meaning } from './meaning.ts';
export { combinations } from './operators/group-by.ts';
export type { Data, RawRow, RawValue, TreeNode } from './operators/operator.ts';
export { SAID } from './operators/spelled-values.ts';
export { parsePlan } from './parsing/parse-plan.ts';
export type { Afterwards, Aggregate, Grouping, NamedExpression, Plan, Table } from './plan.ts';
export { type Inner, questionCost, unscaledCost } from './question-cost.ts';
export type { Order, SampleScheme, SplitScheme } from './scheme.ts';
export { mayFail, type PricedMechanism, type Share, sharesOf } from './shares.ts';
export { type ToldValue, toldValue } from './told-value.ts';
export type { Tally, Value } from './value.ts';
