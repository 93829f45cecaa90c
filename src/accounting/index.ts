/** What privacy costs: prices of operators on samples, and the losses of whole workloads. */
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
  sampleOperators,
  sequence,
  theoremOf,
  where,
} from './stability/index.ts';
