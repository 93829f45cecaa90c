/** Every j-th row: refused, because one row more shifts all that follow. */
import { refuse } from '../../vocabulary/index.ts';

export const systematic = (): never =>
  refuse(
    'sampling_unsound',
    'Taking every j-th row has no bounded price: one row more exchanges the whole sample. ' +
      'Use a Bernoulli sample of rate 1/j, or a fixed-size sample.',
  );
