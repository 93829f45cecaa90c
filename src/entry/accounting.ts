/**
 * The library's entry point `sortition/accounting`, which is also the package `@sortition/accounting`: what privacy costs. For users
 * of the library; stations import the part that they need. Runs in browsers too.
 */

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
} from '../accounting/concentrated/index.ts';
export {
  type Answer,
  type Ask,
  account,
  type InversePriceRequest,
  inverseCappedPrice,
  inversePrice,
  latticeSum,
  map,
  type PriceRequest,
  parseSpecification,
  price,
  type Sample,
  type Specification,
  type SpecificationInput,
  type Split,
  type Step,
  sampleOperators,
  sequence,
  specificationSchema,
  theoremOf,
  where,
} from '../accounting/index.ts';
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
} from '../accounting/tree/index.ts';
export { type ExactLoss, nothing, type Spending } from '../amounts/index.ts';
