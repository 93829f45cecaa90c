/**
 * The largest chance of failure that questions with a delta leave on sampled data, as a linear program: f(K) is the
 * probability that the answer on sample K falls into a set; neighbouring samples bound each other with (epsilon, delta).
 * Samples further apart are bounded only through samples that occur, and splits through every combination of parts that
 * occur, so the optimum may lie above the truth, never below.
 */
import type { ApproximateCost } from '../../src/vocabulary/index.ts';
import { atMost, maximise, type Row } from './linear-program.ts';
import type { Lottery, Outcome, Scheme } from './stability-lottery.ts';
import { added, type Neighbours, replaced, upTo } from './stability-neighbours.ts';
import { difference, orbitsOf } from './stability-orbits.ts';

/** max over sets S and both directions of Pr[S | one] − e^epsilon·Pr[S | other]. */
export function greatestFailure(
  scheme: Scheme,
  [one, other]: Neighbours,
  costs: readonly ApproximateCost[],
  epsilon: number,
): number {
  const [first, second] = [scheme(one), scheme(other)];
  const orbits = orbitsOf([...first, ...recombined([...first, ...second])], second);
  const limits = orbits.flatMap(({ members: [representative] }, i) =>
    orbits.flatMap(({ members }, j) =>
      i === j ? [] : closest(members.map(member => step(representative, member, costs))).flatMap(limitsOf(i, j)),
    ),
  );
  const gain = (plus: 0 | 1, minus: 0 | 1): number =>
    maximise(
      orbits.map(({ weight }) => weight[plus] - Math.exp(epsilon) * weight[minus]),
      limits,
      1,
    );
  return Math.max(gain(0, 1), gain(1, 0));
}

/** By how much the chance of failure exceeds the charge at worst, over data of up to `most` units and both relations. */
export function greatestExcess(
  scheme: Scheme,
  costs: readonly ApproximateCost[],
  charged: ApproximateCost,
  most: number,
): number {
  const excesses = upTo(0, most).flatMap(count => [
    greatestFailure(scheme, added(count), costs, charged.epsilon) - charged.delta,
    greatestFailure(scheme, replaced(count + 1), costs, charged.replace) - charged.replaceDelta,
  ]);
  return Math.max(...excesses);
}

/** Every combination of parts that occur, with no probability of its own. */
function recombined(lottery: Lottery): Lottery {
  const parts = lottery[0].outcome.map((_, j) => {
    const distinct = new Map(lottery.map(({ outcome }) => [[...outcome[j]].sort().join(), outcome[j]]));
    return [...distinct.values()];
  });
  if (parts.length === 1) return [];
  const outcomes = parts.reduce<Outcome[]>((all, list) => all.flatMap(left => list.map(part => [...left, part])), [[]]);
  return outcomes.map(outcome => ({ outcome, probability: 0 }));
}

interface Step {
  readonly epsilon: number;
  readonly delta: number;
}

/** What binds two outcomes that differ by one unit in one part; nothing binds others directly. */
function step(one: Outcome, other: Outcome, costs: readonly ApproximateCost[]): Step | undefined {
  const changed = difference(one, other).flatMap(([left, right], j) =>
    left + right > 0 ? [{ left, right, cost: costs[j] }] : [],
  );
  if (changed.length !== 1) return undefined;
  const [{ left, right, cost }] = changed;
  if (left + right === 1) return { epsilon: cost.epsilon, delta: cost.delta };
  return left === 1 && right === 1 ? { epsilon: cost.replace, delta: cost.replaceDelta } : undefined;
}

const closest = (steps: readonly (Step | undefined)[]): Step[] => steps.filter(step => step !== undefined).slice(0, 1);

/** f_i ≤ e^epsilon·f_j + delta, and the same for the complements. */
const limitsOf =
  (i: number, j: number) =>
  ({ epsilon, delta }: Step): Row[] => {
    const factor = Math.exp(epsilon);
    return [
      atMost(
        delta,
        new Map([
          [i, 1],
          [j, -factor],
        ]),
      ),
      atMost(
        factor - 1 + delta,
        new Map([
          [i, factor],
          [j, -1],
        ]),
      ),
    ];
  };
