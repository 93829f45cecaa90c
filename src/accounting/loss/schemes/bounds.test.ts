import { describe, expect, test } from 'vitest';
import { greatestDelta } from '../../../../test/support/loss-guarantee.ts';
import {
  additions,
  discreteLaplaceSum,
  faults,
  gaussianSum,
  laplaceSum,
  membership,
  reach,
  removals,
  replacements,
  tableOf,
} from '../../../../test/support/loss-samples.ts';
import { hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { bernoulli, everything, fixedSize } from '../../../../test/support/stability-lottery.ts';
import { added, replaced as swapped } from '../../../../test/support/stability-neighbours.ts';
import type { SpecifiedMechanism, SpecifiedSampling } from '../../specification.ts';
import { bernoulli as bernoulliPrice } from '../../stability/bernoulli.ts';
import { fixedSize as fixedSizePrice } from '../../stability/fixed-size.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { upperDelta } from '../profile.ts';
import { boundsOf, fixedSizeBounds, poissonBounds } from './bounds.ts';

const focus = { points: 2 ** 12, delta: 1e-6 };

/** Continuous noise is tabulated by cells, which reveal a little less. */
const COARSE = { reached: 4e-5, below: 4e-5 };

/** Mechanisms on sums of -1, 0 and 1, with what they truly answer and how closely that is tabulated. */
const sums = [
  {
    mechanism: { kind: 'discrete-laplace', parameter: 0.7, sensitivity: 1 },
    answers: discreteLaplaceSum(0.7, 6),
    room: {},
  },
  { mechanism: { kind: 'laplace', scale: 1.5, sensitivity: 1 }, answers: laplaceSum(1.5), room: COARSE },
  { mechanism: { kind: 'gaussian', noiseMultiplier: 1.2, sensitivity: 1 }, answers: gaussianSum(1.2), room: COARSE },
] as const satisfies { mechanism: SpecifiedMechanism; answers: unknown; room: object }[];

const poisson = (rate: number): SpecifiedSampling => ({ kind: 'poisson', rate });

describe('no sampling', () => {
  test.each(sums)('$mechanism.kind: every direction is reached', ({ mechanism, answers, room }) => {
    const none: SpecifiedSampling = { kind: 'none' };
    expect(faults(boundsOf(mechanism, none, 'remove', focus), removals(everything, answers, 2), room)).toEqual([]);
    expect(faults(boundsOf(mechanism, none, 'add', focus), additions(everything, answers, 2), room)).toEqual([]);
    expect(faults(boundsOf(mechanism, none, 'replace', focus), replacements(everything, answers, 2), room)).toEqual([]);
  });
});

describe('poissonBounds', () => {
  test.each(sums)('$mechanism.kind: all small data, both directions, reached', ({ mechanism, answers, room }) => {
    for (const rate of [0, 0.125, 0.5, 0.875, 1]) {
      const scheme = bernoulli(rate);
      expect(faults(boundsOf(mechanism, poisson(rate), 'remove', focus), removals(scheme, answers, 2), room)).toEqual(
        [],
      );
      expect(faults(boundsOf(mechanism, poisson(rate), 'add', focus), additions(scheme, answers, 2), room)).toEqual([]);
    }
  });

  test.each(sums)('$mechanism.kind: a replaced unit', ({ mechanism, answers, room }) => {
    for (const rate of [0.125, 0.5, 0.875]) {
      const bounds = poissonBounds(baseOf(mechanism), rate, 'replace', mechanism.kind);
      const tables = replacements(bernoulli(rate), answers, 2);
      expect(faults(bounds, tables, room)).toEqual([]);
      expect(bounds.tight).toBe(true);
      expect(reach(bounds, tables, 0)).toBeGreaterThan(0.999);
    }
  });

  test('a bound with the directions exchanged, or for another rate, would be caught', () => {
    const { mechanism, answers } = sums[0];
    const tables = removals(bernoulli(0.5), answers, 2);
    expect(faults(boundsOf(mechanism, poisson(0.5), 'add', focus), tables)).not.toEqual([]);
    expect(faults(boundsOf(mechanism, poisson(0.49), 'remove', focus), tables)).not.toEqual([]);
    expect(faults(boundsOf(mechanism, poisson(0.51), 'remove', focus), tables)).not.toEqual([]);
  });

  test('tables: one answer with the unit, another without it', () => {
    const [upper, lower] = [
      [0.6, 0.3, 0.1, 0],
      [0.2, 0.3, 0.3, 0.2],
    ];
    const mechanism: SpecifiedMechanism = { kind: 'pair', upper, lower };
    const answers = membership('x:1', upper, lower);
    const table = tableOf(bernoulli(0.3), answers, ['a:0', 'x:1'], ['a:0']);
    expect(faults(boundsOf(mechanism, poisson(0.3), 'remove', focus), [table])).toEqual([]);
    const back = table.map(([p, q]) => [q, p] as const);
    expect(faults(boundsOf(mechanism, poisson(0.3), 'add', focus), [back])).toEqual([]);
    expect(() => boundsOf(mechanism, poisson(0.3), 'replace', focus)).toThrow(/Use fixed-size/);
  });
});

describe('fixedSizeBounds', () => {
  test.each(sums)('$mechanism.kind: a unit more, out of a known number', ({ mechanism, answers, room }) => {
    for (const [size, of] of [
      [1, 1],
      [1, 3],
      [2, 3],
      [3, 4],
    ]) {
      const sampling: SpecifiedSampling = { kind: 'fixed-size', size, of };
      const scheme = fixedSize(size);
      expect(faults(boundsOf(mechanism, sampling, 'remove', focus), removals(scheme, answers, of), room)).toEqual([]);
      expect(faults(boundsOf(mechanism, sampling, 'add', focus), additions(scheme, answers, of), room)).toEqual([]);
    }
  });

  test.each(sums)('$mechanism.kind: a replaced unit', ({ mechanism, answers, room }) => {
    for (const [size, of] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [3, 3],
    ]) {
      const bounds = fixedSizeBounds(baseOf(mechanism), { size, of }, 'replace');
      const tables = replacements(fixedSize(size), answers, of);
      expect(faults(bounds, tables, room)).toEqual([]);
      // one step is reached at every epsilon, though not by one pair of data sets
      for (const epsilon of [-0.5, 0, 0.3]) {
        const worst = Math.max(...tables.map(table => hockeyStick(table, epsilon)));
        expect(Math.abs(upperDelta(bounds.upper, epsilon) - worst)).toBeLessThan(4e-5);
        expect(reach(bounds, tables, epsilon)).toBeGreaterThan(0.99);
      }
    }
  });

  test.each([2, 3, 5])('randomized response among %i values', buckets => {
    const other = 0.4 / buckets;
    const law = (value: number): number[] =>
      Array.from({ length: buckets }, (_, i) => (i === value ? 1 - 0.4 + other : other));
    const values = Array.from({ length: Math.min(3, buckets) }, (_, i) => i);
    for (const [size, of] of [
      [1, 3],
      [2, 3],
    ]) {
      // the true value is that of whoever is replaced while that one is drawn, else that of all others
      const tables = values.flatMap(one =>
        values.flatMap(two =>
          values.map(rest =>
            tableOf(
              fixedSize(size),
              ([sample]) => law(sample.includes('x') ? one : sample.includes('y') ? two : rest),
              ['a', 'b', 'x'],
              ['a', 'b', 'y'],
            ),
          ),
        ),
      );
      const mechanism: SpecifiedMechanism = { kind: 'randomized-response', noiseParameter: 0.4, buckets };
      const bounds = boundsOf(mechanism, { kind: 'fixed-size', size, of }, 'replace', focus);
      expect(faults(bounds, tables)).toEqual([]);
      expect(bounds.tight).toBe(buckets > 2);
      // by one table at every epsilon, so that many steps reach it too
      const attains = (table: Table): boolean =>
        [-0.3, 0, 0.2, 0.4].every(e => hockeyStick(table, e) > upperDelta(bounds.upper, e) - 1e-12);
      expect(tables.some(attains)).toBe(buckets > 2);
    }
  });

  test('tables whose two sides differ: both are taken, in either direction', () => {
    const [upper, lower] = [
      [0.7, 0.3, 0],
      [0.4, 0.4, 0.2],
    ];
    const mechanism: SpecifiedMechanism = { kind: 'pair', upper, lower };
    const [size, of] = [2, 3];
    const others = ['a:0', 'b:0'];
    // the odd one out answers by one table while it is drawn, all others by the other
    const tables: Table[] = [
      [upper, lower],
      [lower, upper],
    ].flatMap(([odd, rest]) => {
      const table = tableOf(fixedSize(size), membership('x:0', odd, rest), [...others, 'x:0'], [...others, 'y:0']);
      return [table, table.map(([p, q]) => [q, p] as const)];
    });
    for (const way of ['replace', 'replace-back'] as const) {
      const bounds = boundsOf(mechanism, { kind: 'fixed-size', size, of }, way, focus);
      expect(faults(bounds, tables)).toEqual([]);
      expect(bounds.lowers).toHaveLength(4);
    }
  });
});

/** Over every mechanism with these costs at once: the linear program knows no example that goes further. */
describe('a guarantee alone', () => {
  const costs = [
    { epsilon: 1, replace: 2 },
    { epsilon: 1, replace: 1.8 },
    { epsilon: 0.8, replace: 0.9 },
    { epsilon: 1, replace: 0.4 },
  ];

  test.each(costs)('under poisson: epsilon $epsilon, replace $replace', cost => {
    const mechanism: SpecifiedMechanism = { kind: 'pure', ...cost };
    for (const rate of [0.2, 0.7]) {
      const removal = boundsOf(mechanism, poisson(rate), 'remove', focus);
      const addition = boundsOf(mechanism, poisson(rate), 'add', focus);
      const replaced = boundsOf(mechanism, poisson(rate), 'replace', focus);
      for (const epsilon of [-0.2, 0, 0.05, 0.2, 0.5]) {
        const alone = greatestDelta(bernoulli(rate), added(0), cost, epsilon);
        expect(upperDelta(addition.upper, epsilon)).toBeCloseTo(alone.forward, 8);
        expect(upperDelta(removal.upper, epsilon)).toBeCloseTo(alone.backward, 8);
        const among = greatestDelta(bernoulli(rate), added(1), cost, epsilon);
        expect(among.forward).toBeLessThan(alone.forward + 1e-9);
        expect(among.backward).toBeLessThan(alone.backward + 1e-9);
        const truth = greatestDelta(bernoulli(rate), swapped(1), cost, epsilon).forward;
        expect(truth).toBeLessThan(upperDelta(replaced.upper, epsilon) + 1e-9);
        for (const lower of replaced.lowers) expect(deltaOf(lower, epsilon).lower).toBeLessThan(truth + 1e-9);
        if (replaced.tight) expect(upperDelta(replaced.upper, epsilon)).toBeCloseTo(truth, 8);
      }
    }
  });

  test.each(costs)('under a fixed size: epsilon $epsilon, replace $replace', cost => {
    const mechanism: SpecifiedMechanism = { kind: 'pure', ...cost };
    for (const [size, of] of [
      [1, 3],
      [2, 3],
    ]) {
      const { upper } = boundsOf(mechanism, { kind: 'fixed-size', size, of }, 'replace', focus);
      const [one, other] = swapped(of);
      // a replaced unit is one removed and one added: samples of a unit less and of a unit more bind those that are drawn
      const through = [size - 1, size, size + 1].flatMap(near => fixedSize(near)([...new Set([...one, ...other])]));
      for (const epsilon of [-0.2, 0, 0.05, 0.2, 0.5])
        expect(greatestDelta(fixedSize(size), [one, other], cost, epsilon, through).forward).toBeCloseTo(
          upperDelta(upper, epsilon),
          8,
        );
    }
  });
});

describe('the largest loss is the price under pure differential privacy', () => {
  const costs = [
    { epsilon: 1, replace: 2 },
    { epsilon: 0.4, replace: 0.5 },
    { epsilon: 0.9, replace: 0.3 },
  ];

  test.each(costs)('poisson, epsilon $epsilon, replace $replace', cost => {
    const mechanism: SpecifiedMechanism = { kind: 'pure', ...cost };
    for (const rate of [0.01, 0.5, 0.99]) {
      const price = bernoulliPrice({ rate }, cost);
      expect(boundsOf(mechanism, poisson(rate), 'remove', focus).highest).toBeCloseTo(price.epsilon, 12);
      expect(boundsOf(mechanism, poisson(rate), 'replace', focus).highest).toBeCloseTo(price.replace, 12);
    }
  });

  test.each(costs)('fixed size, epsilon $epsilon, replace $replace', cost => {
    const mechanism: SpecifiedMechanism = { kind: 'pure', ...cost };
    for (const [size, of] of [
      [1, 5],
      [4, 5],
    ]) {
      const sampling: SpecifiedSampling = { kind: 'fixed-size', size, of };
      expect(boundsOf(mechanism, sampling, 'replace', focus).highest).toBeCloseTo(
        fixedSizePrice({ size, of }, cost).replace,
        12,
      );
      // a unit more: the size of the smaller data set is known
      expect(boundsOf(mechanism, sampling, 'remove', focus).highest).toBeCloseTo(
        Math.log1p((size / (of + 1)) * Math.expm1(cost.replace)),
        12,
      );
    }
  });
});
