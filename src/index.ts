/** The library's front door: prices of operators, the accountant for workloads, and the refusals both may answer with. */
export {
  type Answer,
  account,
  type InversePriceRequest,
  inversePrice,
  type PriceRequest,
  price,
  type SpecificationInput,
} from './accounting/index.ts';
export { definePolicy, type PolicyInput } from './source/index.ts';
export { type Bracket, type Cost, Refusal, type RefusalCode, type Relation } from './vocabulary/index.ts';
