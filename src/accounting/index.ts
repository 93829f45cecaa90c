/** What privacy costs: prices of operators on samples, and the losses of whole workloads. Runs in browsers too. */
export { type Answer, account } from './account.ts';
export { latticeSum } from './loss/lattice-sum.ts';
export {
  type Ask,
  parseSpecification,
  type Specification,
  type SpecificationInput,
  type Step,
  specificationSchema,
} from './specification.ts';
export {
  type InversePriceRequest,
  inverseCappedPrice,
  inversePrice,
  map,
  type PriceRequest,
  price,
  type Sample,
  type Split,
  sequence,
  where,
} from './stability/index.ts';
export {
  type Allowance,
  allowance,
  capCharge,
  type Derivation,
  type Increments,
  increments,
  type Lineage,
  type NodeState,
  nothing,
  type PartName,
  partOf,
  type SampleDraw,
  type Spending,
  type SplitRule,
  type TreeState,
} from './tree/index.ts';
