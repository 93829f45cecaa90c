/**
 * What an operator truly costs on given data: the linear program over its exact lotteries.
 * Outcomes that a renaming of exchangeable units carries into each other share one variable, because the
 * average of a feasible likelihood over such renamings is feasible and has the same mean.
 */
import type { Cost } from '../../src/vocabulary/index.ts';
import { greatestLogRatio } from './linear-program.ts';
import type { Lottery, Outcome, Part, Scheme, Unit } from './stability-lottery.ts';

/** The largest |ln ratio| between the two data sets, when the questions on part j cost costs[j]. */
export function truePrice(scheme: Scheme, data: readonly [Part, Part], costs: readonly Cost[]): number {
  const [first, second] = data.map(scheme);
  const orbits = gather(first, second);
  const distance = distances(orbits, costs);
  const [from, to] = [orbits.map(orbit => orbit.weight[0]), orbits.map(orbit => orbit.weight[1])];
  return Math.max(
    greatestLogRatio({ from, to, distance: (i, j) => distance[i][j] }),
    greatestLogRatio({ from: to, to: from, distance: (i, j) => distance[i][j] }),
  );
}

/** The worst of several pairs of data sets. */
export const worstPrice = (
  scheme: Scheme,
  family: readonly (readonly [Part, Part])[],
  costs: readonly Cost[],
): number => Math.max(...family.map(data => truePrice(scheme, data, costs)));

interface Orbit {
  readonly members: Map<string, Outcome>;
  readonly weight: [number, number];
}

function gather(first: Lottery, second: Lottery): Orbit[] {
  const orbits = new Map<string, Orbit>();
  [first, second].forEach((lottery, side) => {
    for (const { outcome, probability } of lottery) {
      const key = signature(outcome);
      const orbit = orbits.get(key) ?? { members: new Map(), weight: [0, 0] };
      orbit.members.set(JSON.stringify(outcome.map(part => [...part].sort())), outcome);
      orbit.weight[side] += probability;
      orbits.set(key, orbit);
    }
  });
  return [...orbits.values()];
}

const letterOf = (unit: Unit): string => unit.replace(/\d+$/, '');

/** How often each unit occurs in each part, with the names of exchangeable units forgotten. */
function signature(outcome: Outcome): string {
  const units = [...new Set(outcome.flat())];
  const rows = units.map(unit => `${letterOf(unit)}:${outcome.map(part => occurrences(part, unit)).join()}`);
  return rows.sort().join(' ');
}

const occurrences = (part: Part, unit: Unit): number => part.filter(other => other === unit).length;

/** One representative against every member of the other orbit: by symmetry the shortest way is among them. */
function distances(orbits: readonly Orbit[], costs: readonly Cost[]): number[][] {
  return orbits.map(({ members: [[, representative]] }) =>
    orbits.map(other =>
      Math.min(...[...other.members.values()].map(member => distance(representative, member, costs))),
    ),
  );
}

/** The cheapest way from one outcome to another by replacing, adding and removing units. */
function distance(one: Outcome, other: Outcome, costs: readonly Cost[]): number {
  return costs.reduce((total, { epsilon, replace }, j) => {
    const left = onlyIn(one[j], other[j]);
    const right = onlyIn(other[j], one[j]);
    return total + Math.min(replace, 2 * epsilon) * Math.min(left, right) + epsilon * Math.abs(left - right);
  }, 0);
}

const onlyIn = (part: Part, other: Part): number =>
  [...new Set(part)].reduce((sum, unit) => sum + Math.max(0, occurrences(part, unit) - occurrences(other, unit)), 0);
