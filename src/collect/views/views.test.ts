import { describe, expect, test } from 'vitest';
import { type Answers, bothRounds, differences, worstDelta } from '../../../test/support/collect-people.ts';
import { makeDie } from './die.ts';
import { differenceDelta, fewestProtected, movedDelta, shownDelta } from './difference-view.ts';
import { makePopulation } from './population.ts';
import { bothRoundsDelta, seenDelta } from './round-one-view.ts';
import { roundTwoEpsilon } from './round-two-view.ts';
import { linkedDelta, viewsOf } from './views.ts';

const BINARY = makeDie({ values: 1, sampling: 0.45, baseline: [0.05] });
const THREE = makeDie({ values: 2, sampling: 0.3, baseline: [0.2, 0.1] });
const EPSILONS = [0, 0.2, 1, 2];

/** All populations of so many people, up to the order of the people. */
function populations(people: number, values: number): number[][] {
  if (people === 0) return [[]];
  return populations(people - 1, values).flatMap(rest =>
    Array.from({ length: values + 1 }, (_, truth) => truth)
      .filter(truth => truth >= (rest.at(-1) ?? 0))
      .map(truth => [...rest, truth]),
  );
}

const counted = (truths: readonly number[], values: number) =>
  makePopulation(
    Array.from({ length: values }, (_, value) => truths.filter(truth => truth === value + 1).length),
    truths.length,
  );

describe('roundTwoEpsilon', () => {
  const second = ([{ second }]: readonly Answers[]) => second;

  test.each([BINARY, THREE])('is where the answer reveals no more: %j', die => {
    const epsilon = roundTwoEpsilon(die);
    const delta = (at: number) => Math.max(...die.outputs.map((_, truth) => worstDelta([truth], die, second, at)));
    expect(delta(epsilon)).toBeLessThan(1e-12);
    expect(delta(epsilon - 1e-3)).toBeGreaterThan(1e-5);
  });

  test('has no bound where an answer is only given when it is true', () => {
    expect(roundTwoEpsilon(makeDie({ values: 1, sampling: 0.5, baseline: [0.5] }))).toBe(Infinity);
  });
});

describe('linkedDelta', () => {
  test.each(EPSILONS)('is the same at every epsilon, such as %d', epsilon => {
    for (const die of [BINARY, THREE])
      expect(worstDelta([1], die, answers => answers, epsilon)).toBeCloseTo(linkedDelta(die), 12);
  });
});

describe('differenceDelta', () => {
  test.each([
    [1, BINARY],
    [2, THREE],
  ] as const)('is what enumeration finds with %d values', (values, die) => {
    for (const truths of [1, 2, 3, 4].flatMap(people => populations(people, values)))
      for (const epsilon of EPSILONS) {
        const truth = worstDelta(truths, die, differences(values), epsilon);
        const claim = differenceDelta(counted(truths, values), { sampling: die.sampling, epsilon });
        expect(claim).toBeGreaterThanOrEqual(truth - 1e-15);
        expect(claim).toBeCloseTo(truth, 9);
      }
  });

  test('a value of one person is betrayed whenever they are sampled, one of fifty hardly ever', () => {
    expect(differenceDelta(makePopulation([1, 7], 20), { sampling: 0.45, epsilon: 3 })).toBeCloseTo(0.45, 9);
    expect(differenceDelta(makePopulation([50], 50), { sampling: 0.45, epsilon: 1 })).toBeCloseTo(1.4987e-8, 12);
  });

  test('fewestProtected is the first count that keeps the promise', () => {
    const view = { sampling: 0.45, epsilon: 1 };
    const fewest = fewestProtected(view, 1e-6);
    expect(shownDelta(fewest, view)).toBeLessThanOrEqual(1e-6);
    expect(shownDelta(fewest - 1, view)).toBeGreaterThan(1e-6);
  });

  test('more people never make movedDelta larger', () => {
    const view = { sampling: 0.3, epsilon: 0.5 };
    for (const [n, m] of [
      [3, 2],
      [10, 10],
      [2000, 2000],
    ]) {
      expect(movedDelta(n + 1, m, view)).toBeLessThanOrEqual(movedDelta(n, m, view) + 1e-12);
      expect(movedDelta(n, m + 1, view)).toBeLessThanOrEqual(movedDelta(n, m, view) + 1e-12);
    }
  });
});

describe('bothRoundsDelta', () => {
  test('is what enumeration finds with one value', () => {
    for (const truths of [1, 2, 3, 4, 5].flatMap(people => populations(people, 1)))
      for (const epsilon of EPSILONS)
        expect(bothRoundsDelta(counted(truths, 1), BINARY, epsilon)).toBeCloseTo(
          worstDelta(truths, BINARY, bothRounds(1), epsilon),
          9,
        );
  });

  test('is never below it with several', () => {
    for (const truths of [1, 2, 3].flatMap(people => populations(people, 2)))
      for (const epsilon of EPSILONS)
        expect(bothRoundsDelta(counted(truths, 2), THREE, epsilon)).toBeGreaterThanOrEqual(
          worstDelta(truths, THREE, bothRounds(2), epsilon) - 1e-12,
        );
  });

  test('the counts of round one make it four thousand times worse for fifty people who all say yes', () => {
    expect(bothRoundsDelta(makePopulation([50], 50), BINARY, 1)).toBeCloseTo(6.468e-5, 8);
  });

  test('more people never make seenDelta larger', () => {
    const at = (withValue: number, others: number) => seenDelta({ withValue, others }, BINARY, 0.5);
    expect(at(21, 10)).toBeLessThan(at(20, 10));
    expect(at(20, 11)).toBeLessThan(at(20, 10));
    expect(at(300, 1e6)).toBe(at(200, 400));
  });
});

test('all views are given together', () => {
  const views = viewsOf({ population: makePopulation([50], 50), die: BINARY, epsilon: 1 });
  expect(views.roundTwoOnly.epsilon).toBeCloseTo(Math.log(10), 12);
  expect(views.linkedRounds.delta).toBe(0.45);
  expect(views.counts.withRoundOne / views.counts.delta).toBeGreaterThan(4000);
  expect(views.released.epsilon).toBe(Infinity);
});
