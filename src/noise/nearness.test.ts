/** Bands of candidates, against a walk along all of them. */
import { describe, expect, test } from 'vitest';
import { rational } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { bandsOf, missOf } from './nearness.ts';
import { candidatesFor, drawQuantile } from './quantile.ts';
import { rowsBelow, type StepCount } from './rows-below.ts';

const VALUES = 6;

/** How many rows have each of the values 0 to 5: none, one or nine. */
const tables = (): StepCount[][] =>
  Array.from({ length: 3 ** VALUES }, (_, number) =>
    Array.from({ length: VALUES }, (_, value) => ({
      value: BigInt(value),
      rows: [0n, 1n, 9n][Math.floor(number / 3 ** value) % 3],
    })).filter(({ rows }) => rows > 0n),
  );

describe('bands', () => {
  test.each(['1/1000', '1/7', '1', '5', '90'])(
    'a miss of one is %s of exponent: each candidate is in one band',
    text => {
      const [numerator, denominator = '1'] = text.split('/');
      const unit = rational.ratio(BigInt(numerator), BigInt(denominator));
      let apart = 0;
      for (const tallies of tables())
        for (const rank of ['0', '0.3', '0.5', '1']) {
          const candidates = candidatesFor(tallies, { low: -2n, high: 7n, rank: rational.fromDecimal(rank) });
          const all = Array.from({ length: 10 }, (_, i) => BigInt(i) - 2n);
          const misses = new Map(all.map(candidate => [candidate, missOf(candidates, candidate)]));
          const bands = bandsOf(candidates, unit);
          const held = bands.flatMap(({ first, last, miss }) =>
            all.filter(one => one >= first && one <= last).map(one => [one, miss] as const),
          );
          expect(held.map(([one]) => one).toSorted((a, b) => Number(a - b))).toEqual(all);
          for (const [one, miss] of held) expect(misses.get(one)! >= miss).toBe(true);
          // the best are alone in their band, whose exponent is 0
          const least = [...misses.values()].reduce((a, b) => (a < b ? a : b));
          expect(bands[0].miss).toBe(least);
          expect(held.filter(([, miss]) => miss === least).every(([one]) => misses.get(one) === least)).toBe(true);
          if (bands.length > 1) apart += 1;
        }
      expect(apart).toBeGreaterThan(0);
    },
  );

  test('half a million values, and a tiny epsilon: few bands', () => {
    const tallies = Array.from({ length: 500_000 }, (_, i) => ({ value: BigInt(3 * i), rows: BigInt(1 + (i % 5)) }));
    const bounds = { low: 0n, high: 2n ** 59n, rank: rational.fromDecimal('0.5') };
    for (const unit of [rational.fromDecimal('0.00001'), rational.fromDecimal('0.1'), rational.fromDecimal('1000')])
      expect(bandsOf(candidatesFor(tallies, bounds), unit).length).toBeLessThan(50);
    const drawn = drawQuantile(uniform(reproducibleEntropy(1)), tallies, {
      ...bounds,
      epsilon: rational.one,
      resolution: 1n,
      sensitivity: 1n,
      drawing: 'permute-and-flip',
    });
    expect(Number(drawn)).toBeGreaterThan(749_000);
    expect(Number(drawn)).toBeLessThan(751_000);
  });
});

test('rows below a cell are those of lower values, and the parts of its own value that lie before it', () => {
  for (const tallies of tables()) {
    const found = rowsBelow(tallies, 0n, 4n);
    for (let cell = 0n; cell <= 24n; cell++) {
      let rows = 0n;
      for (const { value, rows: here } of tallies)
        for (let part = 0n; part < 4n; part++) if (value * 4n + part < cell) rows += here;
      expect(found(cell)).toBe(rows);
    }
  }
});
