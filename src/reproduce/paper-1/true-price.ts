/** What a scheme truly costs on given data: the linear program over every question of the given cost. */
import type { Cost } from '../../vocabulary/index.ts';
import type { LotteryPart, LotteryScheme } from './lottery.ts';
import { maximise } from './simplex.ts';

/** Two data sets of which one has a unit more. */
export type NeighbourPair = readonly [LotteryPart, LotteryPart];

/** Up to so many units, and a newcomer that comes before all of them in any order, or after. */
export const neighboursUpTo = (units: number): NeighbourPair[] =>
  Array.from({ length: units + 1 }, (_, count) => {
    const present = Array.from({ length: count }, (_, i) => `m${i}`);
    return [
      [present, [...present, 'a']],
      [present, [...present, 'z']],
    ] as const;
  }).flat();

/** The largest |ln ratio| of the chances of an answer, over all pairs of data, in both directions. */
export const truePrice = (scheme: LotteryScheme, costs: readonly Cost[], family: readonly NeighbourPair[]): number =>
  Math.max(
    ...family.flatMap(([one, other]) => [logRatio(scheme, costs, one, other), logRatio(scheme, costs, other, one)]),
  );

/**
 * An answer's likelihood is a positive function f of the outcome with f(K) <= e^d·f(K'), d the cost of going from one to the
 * other: the largest mean of f on one data set, where the mean on the other is at most 1.
 */
function logRatio(scheme: LotteryScheme, costs: readonly Cost[], from: LotteryPart, to: LotteryPart): number {
  const [chances, reached] = [from, to].map(units => chancesOf(scheme, units));
  const names = [...new Set([...chances.keys(), ...reached.keys()])];
  const outcomes = names.map(name => JSON.parse(name) as LotteryPart[]);
  const slow = outcomes.flatMap((one, i) =>
    outcomes.flatMap((other, j) =>
      i === j
        ? []
        : [
            {
              factors: outcomes.map((_, k) => (k === i ? 1 : k === j ? -Math.exp(distance(one, other, costs)) : 0)),
              limit: 0,
            },
          ],
    ),
  );
  const mean = { factors: names.map(name => chances.get(name) ?? 0), limit: 1 };
  return Math.log(
    maximise(
      names.map(name => reached.get(name) ?? 0),
      [mean, ...slow],
    ),
  );
}

function chancesOf(scheme: LotteryScheme, units: LotteryPart): Map<string, number> {
  const chances = new Map<string, number>();
  for (const { outcome, probability } of scheme(units)) {
    const name = JSON.stringify(outcome.map(part => [...part].sort()));
    chances.set(name, (chances.get(name) ?? 0) + probability);
  }
  return chances;
}

/** Units that only one has are replaced, as far as they pair up; the others are added or removed. */
const distance = (one: readonly LotteryPart[], other: readonly LotteryPart[], costs: readonly Cost[]): number =>
  one.reduce((total, part, j) => {
    const [left, right] = [surplus(part, other[j]), surplus(other[j], part)];
    return total + costs[j].replace * Math.min(left, right) + costs[j].epsilon * Math.abs(left - right);
  }, 0);

/** How many units the first part has more than the second, unit by unit. */
function surplus(part: LotteryPart, than: LotteryPart): number {
  const left = [...than];
  return part.filter(unit => {
    const place = left.indexOf(unit);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  }).length;
}
