import { describe, expect, test } from 'vitest';
import * as draw from '../../../test/support/stability-lottery.ts';
import {
  added,
  costPairs,
  costs,
  insertedAnywhere,
  movedAnywhere,
  type Neighbours,
  replaced,
  upTo,
} from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { numbersOf, spending } from '../../../test/support/tree-spending.ts';
import { nothing } from '../../amounts/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import type { Sample } from '../stability/price.ts';
import { type Exact, knownSample, knownSplit } from './draw-known.ts';
import type { SplitRule } from './lineage.ts';

const tolerance = 1e-8;
const exact = ({ epsilon, replace }: Cost): Exact => spending(epsilon, replace);
const double = (amounts: Exact): Cost => numbersOf({ ...nothing, ...amounts });

const inserted = upTo(0, 3).flatMap(insertedAnywhere);
const moved = upTo(1, 3).flatMap(movedAnywhere);
const crowds = upTo(0, 4).map(added);
const exchanged = upTo(1, 4).map(replaced);

describe('a sample whose draw is known', () => {
  test.each<[draw.Scheme, Sample, Neighbours[], Neighbours[]]>([
    [draw.bernoulli(0.9), { operator: 'bernoulli', rate: 0.9 }, crowds, exchanged],
    [draw.coins(unit => (unit === 'y' ? 1 : 0.5)), { operator: 'stratified', rates: [0.5, 1] }, crowds, exchanged],
    [draw.fixedSize(2), { operator: 'fixed-size', size: 2 }, crowds, exchanged],
    [draw.fraction(0.7), { operator: 'fraction', rate: 0.7 }, crowds, exchanged],
    [draw.take(2), { operator: 'take', size: 2 }, inserted, moved],
    [draw.skip(2), { operator: 'skip', size: 2 }, inserted, moved],
  ])('costs at least what the sample costs: %#', (scheme, sample, adding, replacing) => {
    for (const cost of costs) {
      const known = knownSample(sample, exact(cost));
      expect(known).toBeDefined();
      const { epsilon, replace } = double(known ?? nothing);
      expect(worstPrice(scheme, adding, [cost])).toBeLessThanOrEqual(epsilon + tolerance);
      expect(worstPrice(scheme, replacing, [cost])).toBeLessThanOrEqual(replace + tolerance);
      if (sample.operator !== 'take' && sample.operator !== 'skip') continue;
      expect(worstPrice(scheme, adding, [cost])).toBeCloseTo(epsilon, 7);
      expect(worstPrice(scheme, replacing, [cost])).toBeCloseTo(replace, 7);
    }
  });

  test('is not known where one unit more may be many rows more', () => {
    expect(knownSample({ operator: 'with-replacement', size: 2 }, exact(costs[0]))).toBeUndefined();
    expect(knownSample({ operator: 'cluster', rate: 0.5, members: 3 }, exact(costs[0]))).toBeUndefined();
  });
});

const split = (rate: number): SplitRule => ({
  operator: 'split',
  rates: new Map([
    ['a', rate],
    ['b', 1 - rate],
  ]),
});

describe('a split whose draw is known', () => {
  test.each<[draw.Scheme, SplitRule, Neighbours[], Neighbours[]]>([
    [draw.randomSplit(0.5, 0.5), split(0.5), upTo(0, 2).map(added), upTo(1, 2).map(replaced)],
    [draw.fixedSizeSplit(1), { operator: 'fixed-size-split', size: 1 }, crowds, exchanged],
    [draw.fractionSplit(0.5), { operator: 'fraction-split', rate: 0.5 }, crowds, exchanged],
    [draw.takeSkipSplit(1), { operator: 'take-skip-split', size: 1 }, inserted, moved],
  ])('costs at least what the split costs: %#', (scheme, rule, adding, replacing) => {
    for (const pair of costPairs) {
      const { epsilon, replace } = double(knownSplit(rule, pair.map(exact)));
      const [truth, swapped] = [worstPrice(scheme, adding, pair), worstPrice(scheme, replacing, pair)];
      expect(truth).toBeLessThanOrEqual(epsilon + tolerance);
      expect(swapped).toBeLessThanOrEqual(replace + tolerance);
      if (rule.operator !== 'take-skip-split') continue;
      expect(truth).toBeCloseTo(epsilon, 7);
      expect(swapped).toBeCloseTo(replace, 7);
    }
  });

  test('by a key is the price of the split, constant in a unit or not', () => {
    // a unit is written with the parts in which it has rows: `ac` has one in the first and one in the third
    const keys = ['a', 'b', 'c'];
    const byRows: draw.Scheme = units => [
      { outcome: keys.map(key => units.filter(unit => unit.includes(key))), probability: 1 },
    ];
    const everyone = ['a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'];
    for (const pair of costPairs) {
      const asked = [...pair, { epsilon: 0.6, replace: 0.9 }];
      for (const rowsPerUnit of [1, 2, 3]) {
        const units = everyone.filter(unit => unit.length <= rowsPerUnit);
        const rule: SplitRule = { operator: 'partition', parts: keys, rowsPerUnit };
        const { epsilon, replace } = double(knownSplit(rule, asked.map(exact)));
        const adding = units.map((unit): Neighbours => [['b'], ['b', unit]]);
        const replacing = units.flatMap(from => units.map((to): Neighbours => [[`${from}x`], [`${to}y`]]));
        expect(worstPrice(byRows, adding, asked)).toBeCloseTo(epsilon, 7);
        expect(worstPrice(byRows, replacing, asked)).toBeCloseTo(replace, 7);
      }
    }
  });
});
