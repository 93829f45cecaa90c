/** The people who are asked, as far as a simulation knows them: how many have each value, and how many have none. */
import { refuse } from '../../vocabulary/index.ts';

/** The people who are asked: how many have each value. */
export interface AskedPeople {
  /** People who have each value. */
  readonly counts: readonly number[];
  /** People whose true answer is 0. */
  readonly others: number;
}

/** A population with this many people for each value, and the rest with none of them. */
export function makePopulation(counts: readonly number[], size: number): AskedPeople {
  if (!(counts.length >= 1 && counts.every(isCount)))
    refuse('value_out_of_range', 'The counts must be whole numbers, 0 or more, one for each value.');
  const others = size - counts.reduce((sum, count) => sum + count, 0);
  if (!(isCount(size) && isCount(others)))
    refuse(
      'value_out_of_range',
      `The population must be a whole number, at least the sum of the counts; it is ${size}.`,
    );
  return Object.freeze({ counts: Object.freeze([...counts]), others });
}

export const sizeOf = ({ counts, others }: AskedPeople): number => counts.reduce((sum, count) => sum + count, others);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
