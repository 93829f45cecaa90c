import { describe, expect, test } from 'vitest';
import {
  add,
  type Enclosure,
  exactly,
  expEnclosure,
  logOf,
  multiply,
  negate,
} from '../../../../test/support/enclosure.ts';
import { nearest } from '../../../../test/support/loss-tables.ts';
import { isTrue, massesOf, tailOf } from '../../../../test/support/loss-tails.ts';
import { logUpperTailEnclosure, upperTailEnclosure } from '../../../../test/support/normal-enclosure.ts';
import { type Rational, rational, upperTail } from '../../../numerics/index.ts';
import { deltaOf, UNIT } from '../pair.ts';
import { underCoin } from '../schemes/coin.ts';
import { crowdedGaussian, type GaussianComponent, gaussian, gaussianMixture, mirroredGaussian } from './gaussian.ts';

const of = rational.fromNumber;
const half = rational.ratio(1n, 2n);

describe('gaussian', () => {
  test.each([0.003, 0.5, 1, 4, 25])('has exactly normal tails: shift %d', shift => {
    for (const t of [-40, -3, -0.7, 0, 1e-9, 0.2, 1.5, 12, 90]) {
      const x = rational.add(rational.div(of(t), of(shift)), rational.mul(half, of(shift)));
      if (Math.abs(nearest(x)) > 60) continue;
      const moved = rational.sub(x, of(shift));
      const pair = gaussian(shift);
      expect(isTrue(pair, 'upper', t, { p: logUpperTailEnclosure(moved), q: logUpperTailEnclosure(x) })).toBe(true);
      const [p, q] = [moved, x].map(z => logUpperTailEnclosure(rational.negate(z)));
      expect(isTrue(pair, 'lower', t, { p, q })).toBe(true);
    }
  });

  test('an error twice as small as stated would not be enough to hide a wrong shift', () => {
    const x = rational.ratio(1n, 2n);
    const truth = { p: logUpperTailEnclosure(rational.sub(x, rational.one)), q: logUpperTailEnclosure(x) };
    expect(isTrue(gaussian(1), 'upper', 0, truth)).toBe(true);
    expect(isTrue(gaussian(1 + 1e-14), 'upper', 0, truth)).toBe(false);
  });

  test.each([gaussian(1), mirroredGaussian(1, 0.3)])('holds everything and nothing at infinity', pair => {
    expect(massesOf(pair, 'upper', -Infinity)).toEqual([1, 1]);
    expect(massesOf(pair, 'upper', Infinity)).toEqual([0, 0]);
    expect(massesOf(pair, 'lower', -Infinity)).toEqual([0, 0]);
    expect(massesOf(pair, 'lower', Infinity)).toEqual([1, 1]);
  });
});

/** ln sum of w·exp(s·x - s²/2) over the components: the exact loss of a mixture at x. */
const lossAt = (components: readonly GaussianComponent[], x: Rational): Enclosure => {
  const terms = components.map(({ weight, shift }) => {
    const exponent = rational.sub(rational.mul(of(shift), x), rational.mul(half, rational.mul(of(shift), of(shift))));
    return multiply(exactly(of(weight)), expEnclosure(exponent, 200));
  });
  return logOf(terms.reduce(add), 160);
};

/** Logarithm of the mixture's mass above x (sign 1) or below it (-1). */
const massBeyond = (components: readonly GaussianComponent[], x: Rational, sign: 1 | -1): Enclosure =>
  logOf(
    components
      .map(({ weight, shift }) => {
        const z = rational.sub(x, of(shift));
        return multiply(exactly(of(weight)), upperTailEnclosure(sign === 1 ? z : rational.negate(z)));
      })
      .reduce(add),
    160,
  );

const still: GaussianComponent = { weight: 1, shift: 0 };
const positions = [-9, -2.25, -0.5, 0, 0.25, 0.8125, 3, 11, 30].map(of);

const mixtures: GaussianComponent[][] = [
  [
    { weight: 0.75, shift: 0 },
    { weight: 0.25, shift: 1 },
  ],
  [
    { weight: 0.5, shift: 0 },
    { weight: 0.375, shift: 0.5 },
    { weight: 0.125, shift: 3 },
  ],
  [
    { weight: 0.5, shift: 0.125 },
    { weight: 0.5, shift: 2 },
  ],
];

describe('gaussianMixture', () => {
  test.each(mixtures.map(components => ({ components })))('crosses each loss where it should: %o', ({ components }) => {
    const pair = gaussianMixture(components);
    for (const x of positions) {
      const t = nearest(lossAt(components, x).lower);
      const room = 16 * UNIT * (1 + Math.abs(t));
      const above = { p: massBeyond(components, x, 1), q: massBeyond([still], x, 1) };
      expect(isTrue(pair, 'upper', t, above, room), `above ${t}`).toBe(true);
      const below = { p: massBeyond(components, x, -1), q: massBeyond([still], x, -1) };
      expect(isTrue(pair, 'lower', t, below, room), `below ${t}`).toBe(true);
      const [side, truth] = nearest(x) > 0 ? (['upper', above] as const) : (['lower', below] as const);
      expect(isTrue(pair, side, t * (1 + 1e-6) + 1e-6, truth, room), 'not at another loss').toBe(false);
    }
  });

  test('everything lies above the lowest loss, of which nobody is told more', () => {
    const pair = gaussianMixture(mixtures[0]);
    expect(pair.lowest).toBe(Math.log(0.75));
    expect(pair.highest).toBe(Infinity);
    expect(massesOf(pair, 'upper', pair.lowest)).toEqual([1, 1]);
    expect(massesOf(pair, 'upper', -1)).toEqual([1, 1]);
    expect(massesOf(pair, 'lower', pair.lowest)).toEqual([0, 0]);
    expect(massesOf(pair, 'upper', Infinity)).toEqual([0, 0]);
  });

  test('what the weights lack has infinite loss and never fades', () => {
    const pair = gaussianMixture(
      [
        { weight: 0.5, shift: 0 },
        { weight: 0.25, shift: 2 },
      ],
      0.25,
    );
    expect(pair.infinite).toBe(0.25);
    expect(Math.exp(tailOf(pair, 'upper', 500).p)).toBeCloseTo(0.25, 14);
    expect(tailOf(pair, 'upper', 500).q).toBeLessThan(-1000);
    expect(Math.exp(tailOf(pair, 'lower', 500).p)).toBeCloseTo(0.75, 14);
  });

  test('of shift 0 alone tells nothing', () => {
    const pair = gaussianMixture([still]);
    expect([pair.lowest, pair.highest]).toEqual([0, 0]);
    expect(massesOf(pair, 'upper', 0)).toEqual([0, 0]);
    expect(massesOf(pair, 'lower', 1e-300)).toEqual([1, 1]);
  });
});

describe('mirroredGaussian', () => {
  const sides = (shift: number, rate: number, sign: 1 | -1): GaussianComponent[] => [
    { weight: 1 - rate, shift: 0 },
    { weight: rate, shift: sign * shift },
  ];

  test.each([
    [1, 0.25],
    [0.5, 0.0078125],
    [4, 0.5],
    [2, 0.9375],
  ])('crosses each loss where it should: shift %d, rate %d', (shift, rate) => {
    const pair = mirroredGaussian(shift, rate);
    const [plus, minus] = [sides(shift, rate, 1), sides(shift, rate, -1)];
    for (const x of positions) {
      const t = nearest(add(lossAt(plus, x), negate(lossAt(minus, x))).lower);
      const room = 32 * UNIT * Math.abs(t);
      const above = { p: massBeyond(plus, x, 1), q: massBeyond(minus, x, 1) };
      expect(isTrue(pair, 'upper', t, above, room), `above ${t}`).toBe(true);
      const below = { p: massBeyond(plus, x, -1), q: massBeyond(minus, x, -1) };
      expect(isTrue(pair, 'lower', t, below, room), `below ${t}`).toBe(true);
      const [side, truth] = nearest(x) > 0 ? (['upper', above] as const) : (['lower', below] as const);
      expect(isTrue(pair, side, t * (1 + 1e-6) + 1e-6, truth, room), 'not at another loss').toBe(false);
    }
  });

  test('dominates every Gaussian sum in which one coin decides over one unit', () => {
    const [shift, rate] = [0.8, 0.3];
    const pair = mirroredGaussian(shift, rate);
    for (const epsilon of [-1, -0.2, 0, 0.1, 0.4, 0.9]) {
      for (const contributions of [
        [1, 0],
        [1, 0.5],
        [0.25, -1],
        [0, 1],
        [-0.5, 0.5],
      ]) {
        const [one, other] = contributions.map(c => c * shift);
        expect(binnedDelta({ rate, one, other }, epsilon)).toBeLessThanOrEqual(deltaOf(pair, epsilon).upper);
      }
      const reached = binnedDelta({ rate, one: shift, other: -shift }, epsilon);
      expect(deltaOf(pair, epsilon).lower - reached).toBeLessThan(1e-6);
      expect(reached).toBeLessThanOrEqual(deltaOf(pair, epsilon).upper);
    }
  });
});

/** The hockey stick of two coins' mixtures, through fine bins of the answer: never above the truth, and close to it. */
function binnedDelta({ rate, one, other }: { rate: number; one: number; other: number }, epsilon: number): number {
  const width = 1 / 512;
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  // Simpson's rule in each bin errs by less than 1e-13 of the whole
  const mass = (x: number, shift: number): number =>
    (width / 6) * (density(x - shift) + 4 * density(x + width / 2 - shift) + density(x + width - shift));
  let sum = 0;
  for (let x = -10; x < 10; x += width) {
    const rest = (1 - rate) * mass(x, 0);
    sum += Math.max(0, rest + rate * mass(x, one) - Math.exp(epsilon) * (rest + rate * mass(x, other)));
  }
  return sum - 1e-12;
}

describe('crowdedGaussian', () => {
  /** What the half-line above x tells: P's mass less exp(t) times Q's. */
  const told = (x: number, [shift, rate, units]: readonly number[], t: number): number =>
    (1 - rate) * -Math.expm1(t) * upperTail(x) +
    rate * (upperTail(x - units * shift) - Math.exp(t) * upperTail(x - (units - 1) * shift));

  test.each([
    [1, 0.3, 2],
    [0.1, 1e-6, 20],
    [0.02, 0.5, 7],
    [4, 1e-4, 3],
    [0.7, 0.999, 10],
  ])('shift %d, rate %d, %i units: no half-line tells more, at every loss above 0', (...law) => {
    const [shift, rate, units] = law;
    const pair = crowdedGaussian(shift, rate, units);
    for (const t of [0, 1e-7, 1e-4, 0.01, 0.1, 0.8, 3]) {
      const { lower, upper } = deltaOf(pair, t);
      let most = 0;
      for (let x = -10; x < units * shift + 40; x += 0.003) most = Math.max(most, told(x, law, t));
      expect(most).toBeLessThanOrEqual(upper + 1e-15);
      expect(lower).toBeLessThanOrEqual(most * (1 + 1e-4) + 1e-15);
    }
  });

  test('one unit is the plain coin', () => {
    const [pair, coin] = [crowdedGaussian(1.3, 0.2, 1), underCoin(gaussian(1.3), 0.2)];
    for (const t of [0, 0.01, 0.4, 2]) expect(deltaOf(pair, t).upper).toBeCloseTo(deltaOf(coin, t).upper, 12);
  });
});
