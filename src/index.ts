/** The library's front door: open the data of a policy and ask; prices of operators, and the accountant for workloads. */
export {
  type Answer,
  account,
  type InversePriceRequest,
  inversePrice,
  type PriceRequest,
  price,
  type SpecificationInput,
} from './accounting/index.ts';
export {
  type Amounts,
  type Answered,
  type AnswerRow,
  type AskOptions,
  type Bin,
  type CreatedSample,
  type Data,
  type Derivation,
  type DerivationStep,
  type Explained,
  type NewSample,
  open,
  type QuantileEstimate,
  type Sample,
  type Told,
  type Verbs,
} from './answer.ts';
export type { BudgetReport } from './ledger/index.ts';
export {
  bernoulli,
  count,
  covariance,
  fixedSize,
  fraction,
  histogram,
  max,
  mean,
  median,
  min,
  quantile,
  standardDeviation,
  stratified,
  sum,
  units,
  variance,
  when,
} from './query/index.ts';
export { definePolicy, type PolicyInput } from './source/index.ts';
export { type Bracket, type Cost, Refusal, type RefusalCode, type Relation } from './vocabulary/index.ts';
