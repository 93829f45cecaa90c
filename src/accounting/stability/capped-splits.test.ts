import { describe, expect, test } from 'vitest';
import { greatestExcess, greatestFailure } from '../../../test/support/stability-failure.ts';
import * as draw from '../../../test/support/stability-lottery.ts';
import { added, caps } from '../../../test/support/stability-neighbours.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';
import { cappedFixedSizeSplit, cappedKeySplit, cappedRandomSplit, cappedTakeSkipSplit } from './capped-splits.ts';

const tolerance = 1e-8;
const pairs = caps.map((first, i) => ({ costs: [first, caps[(i + 1) % caps.length]] as const }));

type Answers = readonly (readonly [one: number, other: number])[];

/** Every question with (epsilon, delta) is made from these four answers, given with these two probabilities. */
function worstAnswers({ epsilon, delta }: ApproximateCost): Answers {
  const likely = ((1 - delta) * Math.exp(epsilon)) / (1 + Math.exp(epsilon));
  return [
    [delta, 0],
    [likely, 1 - delta - likely],
    [1 - delta - likely, likely],
    [0, delta],
  ];
}

const both = (one: Answers, other: Answers): Answers =>
  one.flatMap(([a, b]) => other.map(([c, d]) => [a * c, b * d] as const));

const hockeyStick = (answers: Answers, epsilon: number): number =>
  answers.reduce((sum, [one, other]) => sum + Math.max(0, one - Math.exp(epsilon) * other), 0);

describe.each(pairs)('caps $costs', ({ costs }) => {
  test('on the parts of a random split, either way', () => {
    const parts = costs.map((cost, j) => ({ rate: [0.3, 0.6][j], cost }));
    const [small, large] = (['epsilon', 'delta'] as const).map(least => cappedRandomSplit({ parts, least }));
    expect(greatestExcess(draw.randomSplit(0.3, 0.6), costs, small, 2)).toBeLessThanOrEqual(tolerance);
    expect(greatestExcess(draw.randomSplit(0.3, 0.6), costs, large, 2)).toBeLessThanOrEqual(tolerance);
    expect(small.epsilon).toBeLessThanOrEqual(large.epsilon);
    expect(large.delta).toBeLessThanOrEqual(small.delta);
  });

  test('on the parts of a key', () => {
    const charged = cappedKeySplit({ costs });
    const byLetter = draw.keySplit(2, unit => ['a', 'b'].indexOf(unit[0]));
    for (const letter of ['a', 'b']) {
      const others = ['a1', 'b1'];
      const failure = greatestFailure(byLetter, [others, [...others, `${letter}x`]], costs, charged.epsilon);
      expect(failure).toBeLessThanOrEqual(charged.delta + tolerance);
    }
    // a unit that changes its part is one fewer there and one more here: both parts fail on their own
    const moved = both(worstAnswers(costs[0]), worstAnswers(costs[1]));
    expect(hockeyStick(moved, charged.replace)).toBeLessThanOrEqual(charged.replaceDelta);
    const [epsilon, delta] = [costs[0].epsilon + costs[1].epsilon, costs[0].delta + costs[1].delta];
    expect(hockeyStick(moved, epsilon)).toBeGreaterThan(0.9 * delta);
  });

  test('on the first units and the others', () => {
    const charged = cappedTakeSkipSplit({ size: 1, costs });
    const [first, rest] = costs;
    const replacing = (cap: ApproximateCost): ApproximateCost => ({
      ...cap,
      epsilon: cap.replace,
      delta: cap.replaceDelta,
    });
    // a new first unit pushes another one into the second part; replaced ones may change both
    const pushed = both(worstAnswers(replacing(first)), worstAnswers(rest));
    const replaced = both(worstAnswers(replacing(first)), worstAnswers(replacing(rest)));
    expect(hockeyStick(worstAnswers(first), charged.epsilon)).toBeLessThanOrEqual(charged.delta);
    expect(hockeyStick(pushed, charged.epsilon)).toBeLessThanOrEqual(charged.delta);
    expect(hockeyStick(replaced, charged.replace)).toBeLessThanOrEqual(charged.replaceDelta);
    expect(hockeyStick(pushed, first.replace + rest.epsilon)).toBeGreaterThan(0.9 * (first.replaceDelta + rest.delta));
  });

  test.each([1, 2])('on the parts of a fixed-size split of %i units', size => {
    const charged = cappedFixedSizeSplit({ size, costs });
    expect(greatestExcess(draw.fixedSizeSplit(size), costs, charged, 4)).toBeLessThanOrEqual(tolerance);
  });
});

test('a random split may not take the better half of both charges', () => {
  const costs = [
    { epsilon: 1.5, delta: 0, replace: 3, replaceDelta: 0 },
    { epsilon: 0, delta: 0.1, replace: 0, replaceDelta: 0.2 },
  ];
  const parts = costs.map(cost => ({ rate: 0.5, cost }));
  const { epsilon } = cappedRandomSplit({ parts, least: 'epsilon' });
  const { delta } = cappedRandomSplit({ parts, least: 'delta' });
  expect(greatestFailure(draw.randomSplit(0.5, 0.5), added(0), costs, epsilon)).toBeGreaterThan(delta + 0.01);
});
