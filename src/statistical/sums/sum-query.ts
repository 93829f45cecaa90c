/** A question with an exact answer: the sum of all entries. Only their distribution is known outside. */
import { refuse } from '../../vocabulary/index.ts';
import { checkSize } from '../property-query.ts';
import { countedModel } from './counted-model.ts';
import { checkDistribution, type EntryDistribution, isSmooth } from './distribution.ts';
import { smoothModel } from './smooth-model.ts';
import type { SumModel } from './world.ts';

/** An exact sum of entries with a known distribution. */
export interface SumQuery {
  readonly entries: number;
  readonly distribution: EntryDistribution;
  /** The values between which the critical entry is known to lie: an entry that may be anything cannot be hidden. */
  readonly range: { readonly lower: number; readonly upper: number };
}

export function modelOf({ entries, distribution, range }: SumQuery): SumModel {
  checkSize('entries', entries);
  if (!(entries >= 2))
    refuse('value_out_of_range', 'A sum needs at least two entries: a sum of one entry is that entry.');
  checkDistribution(distribution);
  if (!(range.lower < range.upper && range.upper - range.lower < Infinity))
    refuse(
      'value_out_of_range',
      'The range of the entry must be finite, with the lower end first: an unbounded entry has delta 1.',
    );
  return isSmooth(distribution) ? smoothModel(distribution, range) : countedModel(distribution, range);
}
