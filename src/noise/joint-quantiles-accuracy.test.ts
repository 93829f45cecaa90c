/** How far quantiles that are drawn together lie from their ranks. */
import { describe, expect, test } from 'vitest';
import { requestOf, talliesOf } from '../../test/support/three-quantiles.ts';
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { drawQuantiles, jointRankError, quantileIn } from './joint-quantiles.ts';
import { drawQuantile } from './quantile.ts';
import type { StepCount } from './rows-below.ts';

const DRAWINGS = ['permute-and-flip', 'exponential'] as const;
const decimal = rational.fromDecimal;
const { zero, one } = rational;

const quartiles = ['0.25', '0.5', '0.75'].map(decimal);

/** So many zeros, and the others spread over 1 to 1,000. */
const zerosAndOthers = (zeros: number, others: number): StepCount[] => [
  ...(zeros > 0 ? [{ value: 0n, rows: BigInt(zeros) }] : []),
  ...Array.from({ length: others }, (_, i) => ({ value: BigInt(Math.floor((i * 1000) / others) + 1), rows: 1n })),
];

const missedBy = (tallies: readonly StepCount[], answer: bigint, rank: Rational): number => {
  const rows = (wanted: (value: bigint) => boolean): number =>
    tallies.filter(({ value }) => wanted(value)).reduce((sum, tally) => sum + Number(tally.rows), 0);
  const target = toNumber(rank, 'nearest') * rows(() => true);
  return Math.max(0, rows(value => value < answer) - target, target - rows(value => value <= answer));
};

test.each([0, 600, 900])('rows of one value lie on both sides of a border: %d zeros of 1,000', zeros => {
  const tallies = zerosAndOthers(zeros, 1000 - zeros);
  const request = requestOf(quartiles, decimal('400'), { high: 1000n });
  const below = uniform(reproducibleEntropy(5));
  for (let i = 0; i < 20; i++) {
    const drawn = drawQuantiles(below, tallies, request);
    for (const rank of quartiles) expect(missedBy(tallies, quantileIn(drawn, rank), rank)).toBeLessThanOrEqual(2);
  }
});

test('many equal rows, or a lattice of a billion points, take no longer', () => {
  const below = uniform(reproducibleEntropy(6));
  const heavy = [
    { value: 7n, rows: 10n ** 12n },
    ...[...Array(2000).keys()].map(i => ({ value: BigInt(10 + i), rows: 50n })),
  ];
  const request = requestOf(quartiles, decimal('1'), { high: 10n ** 9n });
  for (let i = 0; i < 20; i++)
    for (const rank of quartiles) expect(quantileIn(drawQuantiles(below, heavy, request), rank)).toBe(7n);
});

test('three quantiles together miss by half of what each misses with a third of epsilon', () => {
  const below = uniform(reproducibleEntropy(7));
  const tallies = zerosAndOthers(0, 1000);
  const request = requestOf(quartiles, one, { high: 10_000n });
  const squares = { joint: 0, apart: 0 };
  for (let i = 0; i < 300; i++) {
    const drawn = drawQuantiles(below, tallies, request);
    for (const rank of quartiles) {
      const { numerator: a, denominator: b } = rank;
      const sensitivity = a > b - a ? a : b - a;
      const alone = drawQuantile(below, tallies, {
        ...request,
        rank,
        epsilon: rational.ratio(1n, 3n),
        sensitivity,
      });
      squares.joint += missedBy(tallies, quantileIn(drawn, rank), rank) ** 2;
      squares.apart += missedBy(tallies, alone, rank) ** 2;
    }
  }
  expect(Math.sqrt(squares.apart / squares.joint)).toBeGreaterThan(1.6);
});

describe('jointRankError', () => {
  test('adds what borders miss in part', () => {
    const request = requestOf(quartiles, decimal('2'), { high: 99n });
    // by permute-and-flip, half of 100 values; of 2^20 cells each for the middle one, which misses by one row more
    const ofCells = Math.log((50 * 2 ** 20) / 0.05);
    expect(jointRankError(request, quartiles[1], 0.05)).toBe(Math.ceil(ofCells + 1));
    const halved = (Math.log((50 * 2 ** 20) / 0.025) + 1) / 2;
    for (const rank of [quartiles[0], quartiles[2]])
      expect(jointRankError(request, rank, 0.05)).toBe(Math.ceil(Math.log(50 / 0.025) + halved));
  });

  test('the least and the greatest rank have no border beyond', () => {
    const levels = [
      [{ rank: decimal('0.5'), lower: zero, upper: one }],
      [
        { rank: zero, lower: zero, upper: decimal('0.5') },
        { rank: one, lower: decimal('0.5'), upper: one },
      ],
      [{ rank: decimal('0.9'), lower: decimal('0.5'), upper: one }],
    ].map(draws => ({ epsilon: one, draws }));
    const request = { ...requestOf(quartiles, one), levels };
    expect([zero, one, decimal('0.9')].every(rank => Number.isFinite(jointRankError(request, rank, 0.05)))).toBe(true);
    const drawn = drawQuantiles(uniform(reproducibleEntropy(1)), talliesOf([0, 1, 2]), request);
    expect(drawn.size).toBe(4);
  });

  test('quantiles that lie farther off than it on both sides enclose the true one, at least 90 times in 100', () => {
    const below = uniform(reproducibleEntropy(9));
    const tallies = zerosAndOthers(0, 999);
    const [truth, median] = [501n, decimal('0.5')];
    const ranks = ['0.42', '0.5', '0.58'].map(decimal);
    const request = requestOf(ranks, decimal('1'), { high: 1000n });
    for (const rank of [ranks[0], ranks[2]]) expect(jointRankError(request, rank, 0.05)).toBeLessThan(0.08 * 999);
    let [within, beside] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const drawn = drawQuantiles(below, tallies, request);
      const [low, middle, high] = [ranks[0], median, ranks[2]].map(rank => quantileIn(drawn, rank));
      if (low <= truth && truth <= high) within += 1;
      if (middle !== truth) beside += 1;
    }
    expect(within).toBeGreaterThanOrEqual(180);
    expect(beside).toBeGreaterThan(100);
  });

  test.each(DRAWINGS)('is exceeded at most as often as it says: %s', drawing => {
    const below = uniform(reproducibleEntropy(8));
    for (const [zeros, others] of [
      [0, 400],
      [240, 160],
      [395, 5],
    ]) {
      const tallies = zerosAndOthers(zeros, others);
      const request = requestOf(quartiles, one, { high: 1000n, drawing });
      const beyond = quartiles.map(() => 0);
      for (let i = 0; i < 300; i++) {
        const drawn = drawQuantiles(below, tallies, request);
        for (const [place, rank] of quartiles.entries())
          if (missedBy(tallies, quantileIn(drawn, rank), rank) > jointRankError(request, rank, 0.05))
            beyond[place] += 1;
      }
      for (const number of beyond) expect(number).toBeLessThanOrEqual(15);
    }
  });
});
