/** A question with an exact answer: how many of the entries have a property. Only its distribution is known outside. */
import { refuse } from '../vocabulary/index.ts';

/** An exact count of those who have a property. */
export interface PropertyQuery {
  readonly entries: number;
  /** Of each entry, independently, to have the property. */
  readonly probability: number;
}

export function checkQuery({ entries, probability }: PropertyQuery): void {
  checkSize('entries', entries);
  if (!(probability > 0 && probability < 1))
    refuse(
      'value_out_of_range',
      `The probability of the property must lie between 0 and 1, both excluded; it is ${probability}.`,
    );
}

/** Up to here the laws fit into memory, and binomial tails are accurate. */
const SIZE_MAX = 1e9;

export function checkSize(what: string, size: number): void {
  if (!(Number.isSafeInteger(size) && size >= 1 && size <= SIZE_MAX))
    refuse('value_out_of_range', `The number of ${what} must be a whole number from 1 to ${SIZE_MAX}; it is ${size}.`);
}

/** Beyond, e^epsilon is not a number that anybody could mean. */
const EPSILON_MAX = 100;

export function checkEpsilon(epsilon: number): void {
  if (!(epsilon >= 0 && epsilon <= EPSILON_MAX))
    refuse('value_out_of_range', `The epsilon must lie between 0 and ${EPSILON_MAX}; it is ${epsilon}.`);
}
