/** Formulas that are printed or used elsewhere and do not hold: each against the linear program, and against ours. */
import { describe, expect, test } from 'vitest';
import * as draw from '../../../test/support/stability-lottery.ts';
import { added, insertedAnywhere, type Neighbours, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice, worstPrice } from '../../../test/support/stability-price.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { price } from './price.ts';

const { exp, log } = Math;
const plain = (epsilon: number): Cost => ({ epsilon, replace: 2 * epsilon });

describe('[EAS16] undercharges', () => {
  test('the partition without replacement, after Theorem 4.6', () => {
    const [size, e] = [1, 0.1];
    const costs = [plain(e), plain(e)] as const;
    const printed = log((size * exp(3 * e) + 1) / (size + 1));
    const truth = worstPrice(draw.fixedSizeSplit(size), upTo(0, 4).map(added), costs);
    expect(printed).toBeCloseTo(0.161, 3);
    expect(truth).toBeCloseTo(0.205, 3);
    expect(truth).toBeCloseTo(log((size * exp(3 * e) + exp(e)) / (size + 1)), 7);
    expect(price({ operator: 'fixed-size-split', size, costs }).epsilon).toBeCloseTo(truth, 7);
    expect(truth).toBeLessThan(3 * e);
  });

  test('the fraction partition, section 4.4', () => {
    const [rate, e] = [0.25, 0.1];
    const costs = [plain(e), plain(e)] as const;
    const printed = log(Math.max(rate * exp(3 * e) + (1 - rate) * exp(e), rate * exp(5 * e) + 1 - rate));
    const truth = worstPrice(draw.fractionSplit(rate), upTo(0, 5).map(added), costs);
    expect(printed).toBeCloseTo(0.154, 3);
    expect(truth).toBeCloseTo(0.254, 3);
    expect(price({ operator: 'fraction-split', rate, costs }).epsilon).toBeCloseTo(truth, 7);
  });

  test('sampling with replacement, section 4.3', () => {
    const [size, e] = [3, 0.5];
    const printed = size * log(1 + (exp(2 * e) - 1) / size);
    const truth = worstPrice(draw.withReplacement(size), upTo(0, 3).map(added), [plain(e)]);
    expect(printed).toBeCloseTo(1.36, 2);
    expect(truth).toBeCloseTo(1.86, 2);
    expect(price({ operator: 'with-replacement', size, cost: plain(e) }).epsilon).toBeCloseTo(truth, 7);
  });
});

describe('[EAS16] overcharges', () => {
  test('fraction sampling, Theorem 4.7', () => {
    for (const rate of [0.25, 0.5, 0.75]) {
      const e = 1;
      const printed = log(rate * exp(3 * e) + (1 - rate) * exp(e));
      const ours = price({ operator: 'fraction', rate, cost: plain(e) }).epsilon;
      const truth = worstPrice(draw.fraction(rate), upTo(0, 6).map(added), [plain(e)]);
      expect(truth).toBeLessThanOrEqual(ours + 1e-8);
      expect(printed).toBeGreaterThan(ours + 0.5);
    }
  });

  test('skip, section 3: one unit more is one unit more', () => {
    const truth = worstPrice(draw.skip(2), upTo(0, 4).flatMap(insertedAnywhere), [plain(1)]);
    expect(truth).toBeCloseTo(1, 7);
    expect(price({ operator: 'skip', size: 2, cost: plain(1) }).epsilon).toBe(1);
  });
});

describe('the hole in PINQ', () => {
  test('take is charged e and costs r', () => {
    const truth = worstPrice(draw.take(2), upTo(0, 4).flatMap(insertedAnywhere), [plain(1)]);
    expect(truth).toBeCloseTo(2, 7);
    expect(price({ operator: 'take', size: 2, cost: plain(1) }).epsilon).toBe(2);
  });

  test('take inside a partition and a union, again and again, makes one unit as many as one likes', () => {
    // each round adds a stranger unless z is there to be taken before it
    const rounds =
      (count: number): draw.Scheme =>
      units => {
        const strangers = upTo(1, count).map(i => `zz${i}-`);
        const kept = units.includes('z') ? units : [...units, ...strangers];
        return [{ outcome: [kept], probability: 1 }];
      };
    let ours = plain(0.1);
    for (const count of upTo(1, 4)) {
      const cost = price({ operator: 'take', size: 1, cost: ours });
      ours = price({ operator: 'partition', costs: [cost, ours] });
      const truth = truePrice(rounds(count), [['a1'], ['a1', 'z']], [plain(0.1)]);
      expect(truth).toBeCloseTo(0.2 + (count - 1) * 0.1, 7);
      expect(truth).toBeGreaterThan(0.1);
      expect(ours.epsilon).toBeGreaterThanOrEqual(truth - 1e-8);
    }
  });
});

describe('rules that no formula shows', () => {
  test('questions on one sample are not amplified one by one: 0.17 claimed, 5.4 true', () => {
    const rate = 0.01;
    const claimed = 10 * price({ operator: 'bernoulli', rate, cost: plain(1) }).epsilon;
    const truth = truePrice(draw.bernoulli(rate), added(0), [plain(10)]);
    expect(claimed).toBeCloseTo(0.17, 2);
    expect(truth).toBeCloseTo(5.4, 1);
    expect(price({ operator: 'bernoulli', rate, cost: plain(10) }).epsilon).toBeCloseTo(truth, 6);
  });

  test('rows are not units: 0.017 claimed, 0.52 true', () => {
    const [rate, rows] = [0.01, 50];
    const claimed = price({ operator: 'bernoulli', rate, cost: plain(1) }).epsilon;
    // one row of each person is kept, so a person is seen if any of the fifty rows was drawn
    const seen = 1 - (1 - rate) ** rows;
    const truth = truePrice(draw.bernoulli(seen), added(2), [plain(1)]);
    expect(claimed).toBeCloseTo(0.017, 3);
    expect(truth).toBeCloseTo(0.52, 2);
  });

  test('a fixed-size sample is not free for a count by group: 1.434', () => {
    const truth = truePrice(draw.fixedSize(1), [['a'], ['a', 'b']], [plain(1)]);
    expect(truth).toBeCloseTo(1.434, 3);
    expect(price({ operator: 'fixed-size', size: 1, cost: plain(1) }).epsilon).toBeCloseTo(truth, 7);
  });

  test('strata sized by the data cost more than no sampling: 0.5 claimed, 1.62 true', () => {
    // three of five people, allotted to the strata a, b, c by largest remainder; one more in a moves a seat from c to b
    const data: Neighbours = [
      ['a1', 'b1', 'c1', 'c2', 'c3'],
      ['a1', 'b1', 'c1', 'c2', 'c3', 'ax'],
    ];
    expect(data.map(units => largestRemainder(3, units))).toEqual([
      [1, 0, 2],
      [1, 1, 1],
    ]);
    expect(truePrice(allotted(3), data, [plain(0.5)])).toBeCloseTo(1.62, 2);
  });

  test('clusters without replacement are not clusters by coin: 0.207 claimed, 0.328 true', () => {
    const [size, of, members, cost] = [1, 4, 2, plain(0.5)];
    const claimed = price({ operator: 'cluster', rate: size / of, members, cost }).epsilon;
    const drawn = draw.clusters(draw.fixedSize(size), ['p', 'q', 's', 't'], unit => unit[0]);
    const full = ['q1', 'q2', 's1', 's2', 't1', 't2'];
    const truth = worstPrice(
      drawn,
      [
        [['p1'], ['p1', 'px']],
        [
          [...full, 'p1'],
          [...full, 'p1', 'px'],
        ],
      ],
      [cost],
    );
    expect(claimed).toBeCloseTo(0.207, 3);
    expect(truth).toBeCloseTo(0.328, 3);
    expect(price({ operator: 'fixed-size-cluster', size, of, members, cost }).epsilon).toBeCloseTo(truth, 7);
  });

  test('every j-th row has no bounded price: it grows with the data', () => {
    const everySecond: draw.Scheme = units => [
      { outcome: [[...units].sort().filter((_, i) => i % 2 === 0)], probability: 1 },
    ];
    const line = (count: number): draw.Part => upTo(1, count).map(i => String.fromCharCode(97 + i));
    const prices = [2, 4, 8, 16].map(count =>
      truePrice(everySecond, [line(count), ['a', ...line(count)]], [plain(0.5)]),
    );
    expect(prices.map(each => Math.round(each * 1e6) / 1e6)).toEqual([1.5, 2.5, 4.5, 8.5]);
  });
});

const strata = ['a', 'b', 'c'];
const sizes = (units: draw.Part): number[] => strata.map(stratum => units.filter(unit => unit[0] === stratum).length);

/** Seats by the whole part of each share, those left over by the largest fractions. */
function largestRemainder(seats: number, units: draw.Part): number[] {
  const shares = sizes(units).map(size => (seats * size) / units.length);
  const whole = shares.map(Math.floor);
  const left = seats - whole.reduce((sum, seat) => sum + seat, 0);
  const order = shares.map((share, s) => ({ s, rest: share - whole[s] })).sort((x, y) => y.rest - x.rest || x.s - y.s);
  const lucky = order.slice(0, left).map(({ s }) => s);
  return whole.map((seat, s) => seat + (lucky.includes(s) ? 1 : 0));
}

const allotted =
  (seats: number): draw.Scheme =>
  units => {
    const [a, b, c] = largestRemainder(seats, units);
    const drawn = [a, b, c].map(
      (size, s): draw.Scheme =>
        all =>
          draw.fixedSize(size)(all.filter(unit => unit[0] === strata[s])),
    );
    return draw.union(...drawn)(units);
  };
