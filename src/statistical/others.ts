/** What an adversary expects of a count before one person is added to it: the law of all others, for pictures. */
import { binomialLaw } from './law.ts';
import { checkQuery, type PropertyQuery } from './property-query.ts';

export interface Others {
  /** The count that the first chance belongs to. */
  readonly first: number;
  readonly chances: readonly number[];
}

/** Less than this part of the tallest bar cannot be seen. */
const VISIBLE = 1e-4;

/** The count is one higher where the one person has the property, and this law itself where not. */
export function othersOf(query: PropertyQuery): Others {
  checkQuery(query);
  const { first, masses } = binomialLaw(query.entries - 1, query.probability);
  const least = VISIBLE * masses.reduce((most, mass) => Math.max(most, mass), 0);
  const from = masses.findIndex(mass => mass >= least);
  const to = masses.findLastIndex(mass => mass >= least);
  return { first: first + from, chances: [...masses.subarray(from, to + 1)] };
}
