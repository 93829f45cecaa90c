/** Bernoulli sampling: each row is taken with the same probability, independently of all others. */
import { refuse } from '../vocabulary/index.ts';
import type { Ratio } from './ratio.ts';
import { skips, usualLook } from './skips.ts';
import type { Below } from './uniform.ts';

/** For a stream: call it once a row; true means that the row is taken. */
export function bernoulliGate(below: Below, rate: Ratio, look = usualLook): () => boolean {
  const skip = skips(below, rate, look);
  let toPass = -1;
  return () => {
    if (toPass < 0) toPass = skip(Number.MAX_SAFE_INTEGER);
    toPass -= 1;
    return toPass < 0;
  };
}

/** For rows that can be reached by number: the numbers of those taken, in order, without touching the others. */
export function bernoulliPlaces(
  below: Below,
  { rate, rows }: { rate: Ratio; rows: number },
  look = usualLook,
): Generator<number, void> {
  if (!(Number.isSafeInteger(rows) && rows >= 0))
    refuse('value_out_of_range', 'The number of rows is a whole number, 0 or more.');
  return placesUpTo(rows, skips(below, rate, look));
}

function* placesUpTo(rows: number, skip: (limit: number) => number): Generator<number, void> {
  for (let row = skip(rows); row < rows; row += 1 + skip(rows - row - 1)) yield row;
}
