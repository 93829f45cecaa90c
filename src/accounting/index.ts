/** What privacy costs: prices of operators on samples, and the losses of whole workloads. Runs in browsers too. */
export { type ExactLoss, nothing, type Spending } from '../amounts/index.ts';
export { type Answer, account } from './account.ts';
export {
  choiceEpsilon,
  choiceRho,
  concentratedDelta,
  type FilterLimits,
  type FittingSum,
  filterLimits,
  fittingSide,
  gaussianRho,
  gaussianScale,
  pureRho,
  type Sums,
} from './concentrated/index.ts';
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
  sampleOperators,
  sequence,
  theoremOf,
  where,
} from './stability/index.ts';
export {
  allowance,
  capCharge,
  type Derivation,
  type Increments,
  increments,
  type Lineage,
  type NodeState,
  type PartName,
  partOf,
  rootRho,
  type SampleDraw,
  type SplitRule,
  type TreeState,
} from './tree/index.ts';
