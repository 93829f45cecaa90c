import { describe, expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { rational } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { drawQuantile, missesOf, type QuantileRequest, rankError, type StepCount } from './quantile.ts';

const question = (rank: string, rowsPerUnit = 1n): QuantileRequest => ({
  low: 0n,
  high: 4n,
  rank: rational.fromDecimal(rank),
  epsilon: rational.fromDecimal('1'),
  resolution: 1n,
  sensitivity: claimedSensitivity(rational.fromDecimal(rank), rowsPerUnit),
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
const missesByCandidate = (rows: readonly number[], asked: QuantileRequest): bigint[] =>
  missesOf(talliesOf(rows), asked).flatMap(({ size, miss }) => Array.from({ length: Number(size) }, () => miss));

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

describe('missesOf', () => {
  test('candidates cover the lattice once, and the true quantile does not miss', () => {
    for (const rows of tables(4)) {
      const misses = missesByCandidate(rows, question('0.5'));
      expect(misses).toHaveLength(5);
      const sorted = rows.toSorted((a, b) => a - b);
      if (rows.length % 2 === 1) expect(misses[sorted[(rows.length - 1) / 2]]).toBe(0n);
    }
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

describe('drawQuantile', () => {
  const rows = [0, 1, 1, 3, 3, 3, 4];
  const asked = question('0.5');
  const mass = (factor: number) => {
    const weights = missesByCandidate(rows, asked).map(miss =>
      Math.exp((-factor * Number(miss)) / (2 * Number(asked.sensitivity))),
    );
    const total = weights.reduce((a, b) => a + b, 0);
    return (value: number) => (weights[value] ?? 0) / total;
  };

  test('fits the exponential mechanism, and not one with epsilon 20 percent off', () => {
    const below = uniform(reproducibleEntropy(3));
    const drawn = Array.from({ length: 30_000 }, () => Number(drawQuantile(below, talliesOf(rows), asked)));
    expect(misfit(drawn, mass(1))).toBeLessThan(4);
    expect(misfit(drawn, mass(1.2))).toBeGreaterThan(4);
    expect(misfit(drawn, mass(0.8))).toBeGreaterThan(4);
  });

  test('all answers of neighbouring tables keep the ratio exp(epsilon)', () => {
    const law = (table: readonly number[]): number[] => {
      const weights = missesByCandidate(table, asked).map(miss =>
        Math.exp(-Number(miss) / (2 * Number(asked.sensitivity))),
      );
      const total = weights.reduce((a, b) => a + b, 0);
      return weights.map(weight => weight / total);
    };
    let most = 0;
    for (const table of tables(4))
      for (let value = 0; value <= 4; value++) {
        const [p, q] = [law(table), law([...table, value])];
        for (let i = 0; i <= 4; i++) most = Math.max(most, Math.abs(Math.log(p[i] / q[i])));
      }
    expect(most).toBeLessThanOrEqual(1 + 1e-12);
    expect(most).toBeGreaterThan(0.4);
  });

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
});

describe('rankError', () => {
  test('is exceeded at most as often as it says, counted over the whole law', () => {
    for (const rows of tables(4).filter(table => table.length % 2 === 1)) {
      const asked = question('0.5');
      const misses = missesByCandidate(rows, asked);
      const weights = misses.map(miss => Math.exp(-Number(miss) / (2 * Number(asked.sensitivity))));
      const total = weights.reduce((a, b) => a + b, 0);
      for (const probability of [0.5, 0.9]) {
        const bound = rankError(asked, probability) * Number(asked.rank.denominator);
        const beyond = misses.reduce((sum, miss, i) => (Number(miss) > bound ? sum + weights[i] / total : sum), 0);
        expect(beyond).toBeLessThanOrEqual(probability);
      }
    }
    expect(rankError(question('0.5'), 0.05)).toBe(Math.ceil((2 * Math.log(100)) / 2));
  });
});
