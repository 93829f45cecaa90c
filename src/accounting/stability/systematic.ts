/** Every j-th row: refused, because one row more shifts all that follow. */
import { refuse } from '../../vocabulary/index.ts';

export const systematic = (): never =>
  refuse(
    'sampling_unsound',
    'Systematic sampling has no bounded price: one more row can replace the whole sample. ' +
      'Use a Bernoulli sample of rate 1/j, or a fixed-size sample.',
  );
