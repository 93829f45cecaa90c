import { describe, expect, test } from 'vitest';
import { flipLaw } from '../../test/support/flip-law.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { power } from '../../test/support/rational-power.ts';
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { missOf, type QuantileDrawing } from './nearness.ts';
import { candidatesFor, drawQuantile, type QuantileRequest, rankError } from './quantile.ts';
import type { StepCount } from './rows-below.ts';

const DRAWINGS = ['permute-and-flip', 'exponential'] as const;

const question = (rank: string, rowsPerUnit = 1n, drawing: QuantileDrawing = 'permute-and-flip'): QuantileRequest => ({
  low: 0n,
  high: 4n,
  rank: rational.fromDecimal(rank),
  epsilon: rational.fromDecimal('1'),
  resolution: 1n,
  sensitivity: claimedSensitivity(rational.fromDecimal(rank), rowsPerUnit),
  drawing,
});

/** k·max(a, b-a) for rank a/b. */
function claimedSensitivity(
  { numerator: a, denominator: b }: { numerator: bigint; denominator: bigint },
  k: bigint,
): bigint {
  return k * (a > b - a ? a : b - a);
}

/** Rows as tallies in increasing order of value. */
function talliesOf(rows: readonly number[]): StepCount[] {
  return [...new Set(rows)]
    .sort((a, b) => a - b)
    .map(value => ({ value: BigInt(value), rows: BigInt(rows.filter(row => row === value).length) }));
}

/** The miss of every candidate, one by one. */
function missesByCandidate(rows: readonly number[], asked: QuantileRequest): bigint[] {
  const candidates = candidatesFor(talliesOf(rows), asked);
  return Array.from({ length: Number(asked.high - asked.low) + 1 }, (_, i) =>
    missOf(candidates, asked.low + BigInt(i)),
  );
}

/** All tables of up to `most` rows with values 0 to 4. */
function tables(most: number): number[][] {
  const all: number[][] = [[]];
  for (let from = 0, size = 1; size <= most; size++) {
    const before = all.slice(from);
    from = all.length;
    for (const rows of before) for (let value = rows.at(-1) ?? 0; value <= 4; value++) all.push([...rows, value]);
  }
  return all;
}

/**
 * The exact law on small lattices, at an epsilon of 2·sensitivity·ln(base): weights are then powers of base, whole numbers over
 * whole numbers.
 */
function exactLaw(misses: readonly bigint[], drawing: QuantileDrawing, base: Rational): Rational[] {
  const least = misses.reduce((a, b) => (a < b ? a : b));
  const weights = misses.map(miss => power(base, Number(least - miss)));
  if (drawing === 'permute-and-flip') return flipLaw(weights);
  const total = weights.reduce(rational.add);
  return weights.map(weight => rational.div(weight, total));
}

const baseOf = ({ epsilon, sensitivity }: QuantileRequest, factor = 1): Rational =>
  rational.fromNumber(Math.exp((factor * toNumber(epsilon, 'nearest')) / (2 * Number(sensitivity))));

describe('candidatesFor', () => {
  test('candidates cover the lattice once, and the true quantile does not miss', () => {
    for (const rows of tables(4)) {
      const misses = missesByCandidate(rows, question('0.5'));
      expect(misses).toHaveLength(5);
      const sorted = rows.toSorted((a, b) => a - b);
      if (rows.length % 2 === 1) expect(misses[sorted[(rows.length - 1) / 2]]).toBeLessThanOrEqual(0n);
    }
  });

  test.each(['0', '0.1', '0.5', '0.75', '1'])('rank %s: in every table some candidate does not miss', rank => {
    for (const rows of tables(5)) expect(missesByCandidate(rows, question(rank)).some(miss => miss <= 0n)).toBe(true);
  });

  test('an answer that many rows have is set apart from its neighbours by all of them', () => {
    expect(missesByCandidate([0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4], question('0.5'))).toEqual([9n, 3n, -3n, 3n, 9n]);
    // 0 is the median of these: 60 of 100 have it
    const rows = [...Array(60).fill(0), 1, ...Array(39).fill(2)] as number[];
    expect(missesByCandidate(rows, question('0.5'))).toEqual([-20n, 20n, 22n, 100n, 100n]);
  });

  test.each(['0', '0.1', '0.5', '0.9', '1'])(
    'rank %s: one unit of two rows changes no miss by more than the claimed sensitivity, and some by as much',
    rank => {
      const asked = question(rank, 2n);
      let most = 0n;
      for (const rows of tables(3)) {
        const before = missesByCandidate(rows, asked);
        for (const unit of tables(2)) {
          const after = missesByCandidate([...rows, ...unit], asked);
          for (const [i, miss] of after.entries()) {
            const change = miss > before[i] ? miss - before[i] : before[i] - miss;
            if (change > most) most = change;
          }
        }
      }
      expect(most).toBe(asked.sensitivity);
    },
  );
});

describe.each(DRAWINGS)('drawQuantile, %s', drawing => {
  const rows = [0, 1, 1, 3, 3, 3, 4];
  const asked = question('0.5', 1n, drawing);
  const other = DRAWINGS.find(each => each !== drawing)!;
  const mass = (factor: number, by: QuantileDrawing = drawing) => {
    const law = exactLaw(missesByCandidate(rows, asked), by, baseOf(asked, factor));
    return (value: number) => (law[value] === undefined ? 0 : toNumber(law[value], 'nearest'));
  };

  test('fits its law, and neither one with epsilon 20 percent off nor the other one', () => {
    const below = uniform(reproducibleEntropy(3));
    const drawn = Array.from({ length: 30_000 }, () => Number(drawQuantile(below, talliesOf(rows), asked)));
    expect(misfit(drawn, mass(1))).toBeLessThan(4);
    expect(misfit(drawn, mass(1.2))).toBeGreaterThan(4);
    expect(misfit(drawn, mass(0.8))).toBeGreaterThan(4);
    expect(misfit(drawn, mass(1, other))).toBeGreaterThan(4);
  });

  test.each([
    ['0.5', 4, true],
    ['0.25', 4, true],
    ['0.8', 4, true],
    ['0', 4, false],
    ['1', 4, false],
  ] as const)(
    'rank %s: all answers of all neighbouring tables keep the ratio exp(epsilon), exactly',
    (rank, most, needed) => {
      const request = question(rank, 1n, drawing);
      const base = rational.ratio(2n);
      const [limit, half] = [2n, 1n].map(times => power(base, Number(times * request.sensitivity)));
      const law = (table: readonly number[]) => exactLaw(missesByCandidate(table, request), drawing, base);
      let largest = rational.zero;
      for (const table of tables(most)) {
        const p = law(table);
        for (let value = 0; value <= 4; value++) {
          const q = law([...table, value]);
          for (let i = 0; i <= 4; i++)
            for (const ratio of [rational.div(p[i], q[i]), rational.div(q[i], p[i])])
              if (rational.compare(ratio, largest) > 0) largest = ratio;
        }
      }
      expect(rational.compare(largest, limit)).toBeLessThanOrEqual(0);
      // twice the sensitivity is needed but for the extremes, which a further row never brings nearer
      expect(rational.compare(largest, half) > 0).toBe(needed);
    },
  );

  test('no rows: every answer is equally likely', () => {
    const below = uniform(reproducibleEntropy(4));
    const drawn = Array.from({ length: 5_000 }, () => Number(drawQuantile(below, [], asked)));
    expect(misfit(drawn, () => 1 / 5)).toBeLessThan(4);
  });

  test('a lattice of a billion points and many rows: the answer is near the truth', () => {
    const wide = { ...asked, high: 10n ** 9n };
    const many = Array.from({ length: 1_001 }, (_, i) => ({ value: BigInt(i * 1000), rows: 10n }));
    const answer = drawQuantile(uniform(reproducibleEntropy(5)), many, wide);
    expect(answer).toBeGreaterThan(490_000n);
    expect(answer).toBeLessThan(510_000n);
  });

  test('rankError is exceeded at most as often as it says, counted over the whole law', () => {
    let nearest = 0;
    for (const table of tables(5))
      for (const rank of ['0', '0.25', '0.5']) {
        const plain = question(rank, 1n, drawing);
        const request = { ...plain, epsilon: rational.fromNumber(2 * Number(plain.sensitivity) * Math.log(4)) };
        const misses = missesByCandidate(table, request);
        const law = exactLaw(misses, drawing, rational.ratio(4n)).map(chance => toNumber(chance, 'nearest'));
        for (const probability of [0.05, 0.2, 0.5]) {
          const bound = rankError(request, probability) * Number(request.rank.denominator);
          const beyond = misses.reduce((sum, miss, i) => (Number(miss) > bound ? sum + law[i] : sum), 0);
          expect(beyond).toBeLessThanOrEqual(probability);
          nearest = Math.max(nearest, beyond / probability);
        }
      }
    expect(nearest).toBeGreaterThan(0.01);
  });
});

test('permute-and-flip is never farther from the rank than the exponential mechanism, and nearer where answers differ', () => {
  let nearer = 0;
  for (const table of tables(5)) {
    const misses = missesByCandidate(table, question('0.5'));
    const [flipped, exponential] = DRAWINGS.map(drawing => exactLaw(misses, drawing, rational.ratio(2n)));
    for (const limit of misses) {
      const within = (law: readonly Rational[]) =>
        law.filter((_, i) => misses[i] <= limit).reduce(rational.add, rational.zero);
      const order = rational.compare(within(flipped), within(exponential));
      expect(order).toBeGreaterThanOrEqual(0);
      nearer += order;
    }
  }
  expect(nearer).toBeGreaterThan(100);
});

describe('rankError', () => {
  test('by permute-and-flip half of the candidates count', () => {
    expect(rankError(question('0.5', 1n, 'exponential'), 0.05)).toBe(Math.ceil((2 * Math.log(100)) / 2));
    expect(rankError(question('0.5', 1n, 'permute-and-flip'), 0.05)).toBe(Math.ceil((2 * Math.log(50)) / 2));
    const single = { ...question('0.5'), high: 0n };
    expect(rankError(single, 0.9)).toBe(0);
  });
});
