/** Rows in random order, or the first few of it: a sample of fixed size without replacement. */
import { refuse } from '../vocabulary/index.ts';
import type { Below } from './uniform.ts';

/**
 * Returns `size` of the rows (default: all) in random order; the input is not changed.
 *   Says     every order of every subset of that size is equally likely
 *   Assumes  0 <= size <= number of rows, which is checked
 *   Rounds   nothing: integers only
 *   Source   elementary: place i takes one of the rows not yet placed, each alike
 */
export function shuffle<Row>(below: Below, rows: readonly Row[], { size = rows.length } = {}): Row[] {
  if (!(Number.isInteger(size) && size >= 0 && size <= rows.length))
    refuse('value_out_of_range', 'A sample without replacement has from 0 to as many rows as there are.');
  const deck = rows.slice();
  for (let place = 0; place < size; place++) {
    const chosen = place + below(deck.length - place);
    [deck[place], deck[chosen]] = [deck[chosen], deck[place]];
  }
  return deck.slice(0, size);
}
