/**
 * What a derived table charges when it is created with a cap (epsilon, delta) on all that will ever be asked of it.
 * With a delta, charges made question by question are sound only in few cases (`increments.ts`): a cap is in all of these.
 */
import { type ApproximateCost, refuse } from '../../vocabulary/index.ts';
import {
  cappedBernoulli,
  cappedFixedSize,
  cappedFraction,
  cappedSkip,
  cappedStratified,
  cappedTake,
} from './capped-samples.ts';
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
import type { FixedSize } from './fixed-size.ts';
import type { Fraction } from './fraction.ts';

interface Capped {
  readonly cap: ApproximateCost;
}

export type CappedPriceRequest =
  | ({ readonly operator: 'bernoulli'; readonly rate: number } & Capped)
  | ({ readonly operator: 'fixed-size' } & FixedSize & Capped)
  | ({ readonly operator: 'fraction' } & Fraction & Capped)
  | ({ readonly operator: 'take'; readonly size: number } & Capped)
  | ({ readonly operator: 'skip'; readonly size: number } & Capped)
  | ({ readonly operator: 'stratified'; readonly rates: readonly number[] } & Capped)
  | ({ readonly operator: 'split' } & CappedRandomSplit)
  | ({ readonly operator: 'partition' } & CappedKeySplit)
  | ({ readonly operator: 'fixed-size-split' } & CappedFixedSizeSplit)
  | ({ readonly operator: 'take-skip-split' } & CappedTakeSkipSplit)
  | ({
      readonly operator: 'with-replacement' | 'cluster' | 'fixed-size-cluster' | 'fraction-split';
    } & Partial<Capped>);

/** The charge for a cap, rounded up; for both kinds of neighbour at once. */
export function cappedPrice(request: CappedPriceRequest): ApproximateCost {
  switch (request.operator) {
    case 'bernoulli':
      return cappedBernoulli(request, request.cap);
    case 'fixed-size':
      return cappedFixedSize(request, request.cap);
    case 'fraction':
      return cappedFraction(request, request.cap);
    case 'take':
      return cappedTake(request, request.cap);
    case 'skip':
      return cappedSkip(request, request.cap);
    case 'stratified':
      return cappedStratified(request, request.cap);
    case 'split':
      return cappedRandomSplit(request);
    case 'partition':
      return cappedKeySplit(request);
    case 'fixed-size-split':
      return cappedFixedSizeSplit(request);
    case 'take-skip-split':
      return cappedTakeSkipSplit(request);
    default:
      return refuse(
        'sampling_unsupported',
        `A cap with a delta has no known price on ${request.operator}: ask pure questions there (delta 0), ` +
          'or use a Bernoulli, fixed-size or fraction sample.',
      );
  }
}
