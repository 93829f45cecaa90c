/**
 * The outcomes of two lotteries, those that a renaming of exchangeable units carries into each other taken together:
 * the average of a feasible likelihood over such renamings is feasible and has the same mean, so they share one variable.
 */
import type { Lottery, Outcome, Part, Unit } from './stability-lottery.ts';

interface Orbit {
  readonly members: readonly Outcome[];
  /** Its probability under the first and under the second lottery. */
  readonly weight: readonly [number, number];
}

export function orbitsOf(first: Lottery, second: Lottery): Orbit[] {
  const orbits = new Map<string, { members: Map<string, Outcome>; weight: [number, number] }>();
  [first, second].forEach((lottery, side) => {
    for (const { outcome, probability } of lottery) {
      const key = signature(outcome);
      const orbit = orbits.get(key) ?? { members: new Map(), weight: [0, 0] };
      orbit.members.set(JSON.stringify(outcome.map(part => [...part].sort())), outcome);
      orbit.weight[side] += probability;
      orbits.set(key, orbit);
    }
  });
  return [...orbits.values()].map(({ members, weight }) => ({ members: [...members.values()], weight }));
}

/** How many units of each part are only in the first outcome, and how many only in the second. */
export const difference = (one: Outcome, other: Outcome): [left: number, right: number][] =>
  one.map((part, j) => [onlyIn(part, other[j]), onlyIn(other[j], part)]);

const letterOf = (unit: Unit): string => unit.replace(/\d+$/, '');

/** How often each unit occurs in each part, with the names of exchangeable units forgotten. */
function signature(outcome: Outcome): string {
  const units = [...new Set(outcome.flat())];
  const rows = units.map(unit => `${letterOf(unit)}:${outcome.map(part => occurrences(part, unit)).join()}`);
  return rows.sort().join(' ');
}

const occurrences = (part: Part, unit: Unit): number => part.filter(other => other === unit).length;

const onlyIn = (part: Part, other: Part): number =>
  [...new Set(part)].reduce((sum, unit) => sum + Math.max(0, occurrences(part, unit) - occurrences(other, unit)), 0);
