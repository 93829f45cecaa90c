/**
 * What operators charge to the data below them, as functions of numbers.
 * Charges are rounded up, allowances down; nothing here reads a row.
 */
export { type CappedPriceRequest, cappedPrice } from './capped.ts';
export { type DerivedTable, deltaIncrement } from './increments.ts';
export { type InverseCappedPriceRequest, inverseCappedPrice } from './inverse-capped.ts';
export { map } from './map.ts';
export {
  type InversePriceRequest,
  inversePrice,
  type PriceRequest,
  price,
  type Sample,
  type Split,
  sampleOperators,
  theoremOf,
} from './price.ts';
export { sequence } from './sequence.ts';
export { where } from './where.ts';
