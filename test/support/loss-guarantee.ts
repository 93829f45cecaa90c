/**
 * The most that any mechanism with given pure costs reveals on sampled data, as a linear program: f(K) is the
 * probability that the answer on sample K falls into a set. Samples at distance d bound each other by exp(d), and so do
 * the complements. Distances also lead through samples that do not occur; where an event and its complement both lean on
 * such a sample, it must be given, too.
 */
import type { Cost } from '../../src/vocabulary/index.ts';
import { atMost, maximise } from './linear-program.ts';
import type { Lottery, Scheme } from './stability-lottery.ts';
import type { Neighbours } from './stability-neighbours.ts';
import { orbitsOf } from './stability-orbits.ts';
import { distance } from './stability-price.ts';

/**
 * max over mechanisms and sets S of Pr[S | first] - exp(epsilon)·Pr[S | second], in both directions.
 * Samples `through` which neighbours are reached bind the others too, with no probability of their own.
 */
export function greatestDelta(
  scheme: Scheme,
  [one, other]: Neighbours,
  cost: Cost,
  epsilon: number,
  through: Lottery = [],
): { forward: number; backward: number } {
  const silent = through.map(({ outcome }) => ({ outcome, probability: 0 }));
  const orbits = orbitsOf([...scheme(one), ...silent], scheme(other));
  const rows = orbits.flatMap(({ members: [representative] }, i) =>
    orbits.flatMap(({ members }, j) => {
      if (i === j) return [];
      const factor = Math.exp(Math.min(...members.map(member => distance(representative, member, [cost]))));
      const [more, less] = [
        new Map([
          [i, 1],
          [j, -factor],
        ]),
        new Map([
          [i, factor],
          [j, -1],
        ]),
      ];
      return [atMost(0, more), atMost(factor - 1, less)];
    }),
  );
  const gain = (plus: 0 | 1, minus: 0 | 1): number =>
    maximise(
      orbits.map(({ weight }) => weight[plus] - Math.exp(epsilon) * weight[minus]),
      rows,
      1,
    );
  return { forward: gain(0, 1), backward: gain(1, 0) };
}
