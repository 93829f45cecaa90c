/** What an operator truly costs on given data: the linear program over its exact lotteries. */
import type { Cost } from '../../src/vocabulary/index.ts';
import { greatestLogRatio } from './linear-program.ts';
import type { Outcome, Scheme } from './stability-lottery.ts';
import type { Neighbours } from './stability-neighbours.ts';
import { difference, orbitsOf } from './stability-orbits.ts';

/** The largest |ln ratio| between the two data sets, when the questions on part j cost costs[j]. */
export function truePrice(scheme: Scheme, [one, other]: Neighbours, costs: readonly Cost[]): number {
  const orbits = orbitsOf(scheme(one), scheme(other));
  // one representative against every member of the other orbit: by symmetry the shortest way is among them
  const distances = orbits.map(({ members: [representative] }) =>
    orbits.map(({ members }) => Math.min(...members.map(member => distance(representative, member, costs)))),
  );
  const [from, to] = [orbits.map(orbit => orbit.weight[0]), orbits.map(orbit => orbit.weight[1])];
  return Math.max(
    greatestLogRatio({ from, to, distance: (i, j) => distances[i][j] }),
    greatestLogRatio({ from: to, to: from, distance: (i, j) => distances[i][j] }),
  );
}

/** The worst of several pairs of data sets. */
export const worstPrice = (scheme: Scheme, family: readonly Neighbours[], costs: readonly Cost[]): number =>
  Math.max(...family.map(data => truePrice(scheme, data, costs)));

/** The cheapest way from one outcome to another by replacing, adding and removing units. */
export const distance = (one: Outcome, other: Outcome, costs: readonly Cost[]): number =>
  difference(one, other).reduce((total, [left, right], j) => {
    const { epsilon, replace } = costs[j];
    return total + Math.min(replace, 2 * epsilon) * Math.min(left, right) + epsilon * Math.abs(left - right);
  }, 0);
