import { describe, expect, test } from 'vitest';
import { greatestFailure } from '../../../test/support/stability-failure.ts';
import * as draw from '../../../test/support/stability-lottery.ts';
import {
  added,
  insertedAnywhere,
  movedAnywhere,
  type Neighbours,
  replaced,
  upTo,
} from '../../../test/support/stability-neighbours.ts';
import type { ApproximateCost } from '../../vocabulary/index.ts';
import { cappedPrice } from './capped.ts';

const cap = (epsilon: number, delta: number, replace: number, replaceDelta: number): ApproximateCost => ({
  epsilon,
  delta,
  replace,
  replaceDelta,
});
const caps = [cap(0.5, 0.01, 1, 0.03), cap(1, 0.02, 1, 0.02), cap(0.3, 0.1, 0.2, 0.05), cap(0, 0.05, 0, 0.1)];
const pairs = caps.map((first, i) => [first, caps[(i + 1) % caps.length]] as const);

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

const product = (...tables: readonly Answers[]): Answers =>
  tables.reduce((all, next) => all.flatMap(([a, b]) => next.map(([c, d]) => [a * c, b * d] as const)));

const hockeyStick = (answers: Answers, epsilon: number): number =>
  answers.reduce((sum, [one, other]) => sum + Math.max(0, one - Math.exp(epsilon) * other), 0);

/** The chance of failure never exceeds the charge, on any of these data, under either relation. */
function expectCovered(
  scheme: draw.Scheme,
  costs: readonly ApproximateCost[],
  charged: ApproximateCost,
  most = 4,
): void {
  const failure = (data: Neighbours, epsilon: number): number => greatestFailure(scheme, data, costs, epsilon);
  for (const count of upTo(0, most)) {
    expect(failure(added(count), charged.epsilon)).toBeLessThanOrEqual(charged.delta + 1e-8);
    expect(failure(replaced(count + 1), charged.replace)).toBeLessThanOrEqual(charged.replaceDelta + 1e-8);
  }
}

describe('a cap', () => {
  test.each(caps)('on a Bernoulli sample is amplified: %o', cap => {
    for (const rate of [0.1, 0.5]) {
      expectCovered(draw.bernoulli(rate), [cap], cappedPrice({ operator: 'bernoulli', rate, cap }));
    }
    const { epsilon, delta } = cappedPrice({ operator: 'bernoulli', rate: 0.1, cap });
    expect(greatestFailure(draw.bernoulli(0.1), added(0), [cap], epsilon)).toBeCloseTo(delta, 7);
  });

  test.each(caps)('on a fixed-size sample: %o', cap => {
    for (const size of [1, 2, 3]) {
      expectCovered(draw.fixedSize(size), [cap], cappedPrice({ operator: 'fixed-size', size, cap }));
      const known = cappedPrice({ operator: 'fixed-size', size, of: 4, cap });
      const failure = greatestFailure(draw.fixedSize(size), replaced(4), [cap], known.replace);
      expect(failure).toBeCloseTo(known.replaceDelta, 7);
      const signed = cappedPrice({ operator: 'fixed-size', size, atLeast: 3, cap });
      for (const count of [3, 4]) {
        const adding = greatestFailure(draw.fixedSize(size), added(count), [cap], signed.epsilon);
        expect(adding).toBeLessThanOrEqual(signed.delta + 1e-8);
        const replacing = greatestFailure(draw.fixedSize(size), replaced(count), [cap], signed.replace);
        expect(replacing).toBeLessThanOrEqual(signed.replaceDelta + 1e-8);
      }
    }
  });

  test.each(caps)('on a fraction: %o', cap => {
    for (const rate of [0.25, 0.5, 0.75]) {
      expectCovered(draw.fraction(rate), [cap], cappedPrice({ operator: 'fraction', rate, cap }), 5);
      const known = cappedPrice({ operator: 'fraction', rate, of: 4, cap });
      const failure = greatestFailure(draw.fraction(rate), replaced(4), [cap], known.replace);
      expect(failure).toBeCloseTo(known.replaceDelta, 7);
    }
  });

  test.each(caps)('on take and skip: %o', cap => {
    for (const [operator, scheme] of [['take', draw.take(2)] as const, ['skip', draw.skip(2)] as const]) {
      const charged = cappedPrice({ operator, size: 2, cap });
      for (const data of upTo(0, 3).flatMap(insertedAnywhere)) {
        expect(greatestFailure(scheme, data, [cap], charged.epsilon)).toBeLessThanOrEqual(charged.delta + 1e-8);
      }
      for (const data of movedAnywhere(3)) {
        const failure = greatestFailure(scheme, data, [cap], charged.replace);
        expect(failure).toBeLessThanOrEqual(charged.replaceDelta + 1e-8);
      }
    }
  });

  test.each(pairs)('on the parts of a random split, either way: %o %o', (...costs) => {
    const parts = costs.map((cost, j) => ({ rate: [0.3, 0.6][j], cost }));
    for (const least of ['epsilon', 'delta'] as const) {
      const charged = cappedPrice({ operator: 'split', parts, least });
      expectCovered(draw.randomSplit(0.3, 0.6), costs, charged, 2);
    }
    const [small, large] = (['epsilon', 'delta'] as const).map(least =>
      cappedPrice({ operator: 'split', parts, least }),
    );
    expect(small.epsilon).toBeLessThanOrEqual(large.epsilon);
    expect(large.delta).toBeLessThanOrEqual(small.delta);
  });

  test('on a random split may not take the better half of both', () => {
    const costs = [cap(1.5, 0, 3, 0), cap(0, 0.1, 0, 0.2)];
    const parts = costs.map(cost => ({ rate: 0.5, cost }));
    const { epsilon } = cappedPrice({ operator: 'split', parts, least: 'epsilon' });
    const { delta } = cappedPrice({ operator: 'split', parts, least: 'delta' });
    expect(greatestFailure(draw.randomSplit(0.5, 0.5), added(0), costs, epsilon)).toBeGreaterThan(delta + 0.01);
  });

  test.each(pairs)('on the parts of a key: %o %o', (...costs) => {
    const charged = cappedPrice({ operator: 'partition', costs });
    const byLetter = draw.keySplit(2, unit => ['a', 'b'].indexOf(unit[0]));
    for (const letter of ['a', 'b']) {
      const others = ['a1', 'b1'];
      const adding = greatestFailure(byLetter, [others, [...others, `${letter}x`]], costs, charged.epsilon);
      expect(adding).toBeLessThanOrEqual(charged.delta + 1e-8);
    }
    // a unit that changes its part is one fewer there and one more here: both parts fail on their own
    const moved = product(...costs.map(worstAnswers));
    expect(hockeyStick(moved, charged.replace)).toBeLessThanOrEqual(charged.replaceDelta + 1e-12);
    expect(hockeyStick(moved, costs[0].epsilon + costs[1].epsilon)).toBeGreaterThan(
      0.9 * (costs[0].delta + costs[1].delta),
    );
  });

  test.each(pairs)('on the parts of a fixed-size split: %o %o', (...costs) => {
    for (const size of [1, 2]) {
      expectCovered(draw.fixedSizeSplit(size), costs, cappedPrice({ operator: 'fixed-size-split', size, costs }));
    }
  });

  test('is refused where no price is known, and where its numbers are none', () => {
    expect(() => cappedPrice({ operator: 'cluster' })).toThrow(
      expect.objectContaining({ code: 'sampling_unsupported' }),
    );
    const bernoulli = { operator: 'bernoulli', rate: 0.5 } as const;
    expect(() => cappedPrice({ ...bernoulli, cap: cap(1, Number.NaN, 2, 0) })).toThrow(/from 0 to 1/);
    expect(() => cappedPrice({ ...bernoulli, cap: cap(1, 0, 3, 0) })).toThrow(/twice epsilon/);
  });
});
