import { describe, expect, test } from 'vitest';
import { fractionSplit as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costPairs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice } from '../../../test/support/stability-price.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify } from './amplification.ts';
import { fixedSizeSplit } from './fixed-size-split.ts';
import { fractionSplit } from './fraction-split.ts';

const kept = (rate: number, count: number): number => Math.floor(rate * count + 1e-12);

/** One unit more than `count`: part one grows and may draw on part two, or stays and may exchange a unit. */
function addingTo(count: number, rate: number, [first, rest]: readonly [Cost, Cost]): number {
  const [before, after] = [kept(rate, count), kept(rate, count + 1)];
  return after > before
    ? first.epsilon + amplify(1 - after / (count + 1), rest.replace)
    : rest.epsilon + amplify(before / (count + 1), first.replace);
}

function replacingIn(count: number, rate: number, costs: readonly [Cost, Cost]): number {
  const size = kept(rate, count);
  return size === 0 ? costs[1].replace : fixedSizeSplit({ size, of: count, costs }).replace;
}

describe('fraction split', () => {
  test.each([0.25, 0.4, 0.5, 0.75])('is the worst case over all data: rate %d', rate => {
    for (const costs of costPairs) {
      const price = fractionSplit({ rate, costs });
      for (const count of upTo(0, 5)) {
        expect(truePrice(drawn(rate), added(count), costs)).toBeCloseTo(addingTo(count, rate, costs), 7);
      }
      for (const count of upTo(1, 5)) {
        expect(truePrice(drawn(rate), replaced(count), costs)).toBeCloseTo(replacingIn(count, rate, costs), 7);
      }
      const sizes = [...upTo(1, 100), ...upTo(1e9, 1e9 + 10)];
      expect(Math.max(...sizes.map(count => addingTo(count, rate, costs)))).toBeCloseTo(price.epsilon, 7);
      expect(Math.max(...sizes.map(count => replacingIn(count, rate, costs)))).toBeCloseTo(price.replace, 7);
    }
  });

  test('everybody and nobody', () => {
    const [first, rest] = costPairs[1];
    expect(fractionSplit({ rate: 1, costs: [first, rest] })).toEqual(first);
    expect(fractionSplit({ rate: 0, costs: [first, rest] })).toEqual(rest);
    expect(() => fractionSplit({ rate: 1.5, costs: [first, rest] })).toThrow(/from 0 to 1/);
  });
});
