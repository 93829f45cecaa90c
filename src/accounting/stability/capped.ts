/**
 * What a derived table charges when it is created with a cap (epsilon, delta) on all that will ever be asked of it.
 * With a delta, charges made question by question are sound only in few cases (`increments.ts`): a cap is in all of these.
 */
import { type ApproximateCost, refuse } from '../../vocabulary/index.ts';
import {
  type CappedFixedSizeSplit,
  type CappedKeySplit,
  type CappedRandomSplit,
  type CappedTakeSkipSplit,
  cappedFixedSizeSplit,
  cappedKeySplit,
  cappedRandomSplit,
  cappedTakeSkipSplit,
} from './capped-splits.ts';
import { type Sample, sampleOperator } from './price.ts';

export type CappedPriceRequest =
  | (Sample & { readonly cap: ApproximateCost })
  | ({ readonly operator: 'split' } & CappedRandomSplit)
  | ({ readonly operator: 'partition' } & CappedKeySplit)
  | ({ readonly operator: 'fixed-size-split' } & CappedFixedSizeSplit)
  | ({ readonly operator: 'take-skip-split' } & CappedTakeSkipSplit)
  | { readonly operator: 'fraction-split' };

/** The charge for a cap, rounded up; for both kinds of neighbour at once. */
export function cappedPrice(request: CappedPriceRequest): ApproximateCost {
  switch (request.operator) {
    case 'split':
      return cappedRandomSplit(request);
    case 'partition':
      return cappedKeySplit(request);
    case 'fixed-size-split':
      return cappedFixedSizeSplit(request);
    case 'take-skip-split':
      return cappedTakeSkipSplit(request);
    case 'fraction-split':
      return refuseCap(request);
    default:
      return sampleOperator(request).capped?.(request, request.cap) ?? refuseCap(request);
  }
}

const refuseCap = ({ operator }: CappedPriceRequest): never =>
  refuse(
    'sampling_unsupported',
    `A cap with a delta has no known price on ${operator}. Ask with delta 0 there, ` +
      'or use a Bernoulli, fixed-size or fraction sample.',
  );
