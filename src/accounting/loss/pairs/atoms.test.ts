import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactly, logOf } from '../../../../test/support/enclosure.ts';
import { exactTotal, hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { isTrue, massesOf, type TrueTail } from '../../../../test/support/loss-tails.ts';
import { deltaOf, surelyInfinite } from '../pair.ts';
import { atom, atomicPair, isAtomic, sortedPair } from './atoms.ts';
import { laplace } from './laplace.ts';

const pairOf = (table: Table) => atomicPair(table.map(([p, q]) => atom(p, q)));

/** The exact tail of a table of doubles: which outcomes belong to it is decided by their rounded loss, as in the pair. */
function exactTail(table: Table, belongs: (loss: number) => boolean): TrueTail {
  const chosen = table.filter(([p, q]) => belongs(Math.log(p) - Math.log(q)));
  const [p, q] = [0, 1].map(side => exactTotal(chosen.map(outcome => outcome[side])));
  return {
    p: p.numerator === 0n ? undefined : logOf(exactly(p)),
    q: q.numerator === 0n ? undefined : logOf(exactly(q)),
  };
}

const lossesOf = (table: Table): number[] => table.map(([p, q]) => Math.log(p) - Math.log(q));

const tables: Table[] = [
  [
    [0.75, 0.25],
    [0.25, 0.75],
  ],
  [
    [0.5, 0],
    [0.25, 0.25],
    [0.25, 0.5],
    [0, 0.25],
  ],
  [
    [1e-300, 1e-20],
    [1e-20, 1e-300],
    [0.3, 1e-9],
    [1e-9, 0.3],
    [0.7, 0.7],
  ],
];

describe('atomicPair', () => {
  test.each(tables.map(table => ({ table })))('has exactly the sums of its table as tails: %o', ({ table }) => {
    const pair = pairOf(table);
    const finite = lossesOf(table).filter(Number.isFinite);
    for (const t of [-Infinity, -1000, -1, 0, 1e-3, 1000, Infinity, ...finite]) {
      expect(
        isTrue(
          pair,
          'upper',
          t,
          exactTail(table, loss => loss > t),
        ),
        `above ${t}`,
      ).toBe(true);
      expect(
        isTrue(
          pair,
          'lower',
          t,
          exactTail(table, loss => loss < t),
        ),
        `below ${t}`,
      ).toBe(true);
    }
    expect([pair.lowest, pair.highest]).toEqual([Math.min(...finite), Math.max(...finite)]);
  });

  test('random tables of any spread', () => {
    const mass = fc.oneof(fc.constant(0), fc.double({ min: -600, max: 0, noNaN: true }).map(Math.exp));
    fc.assert(
      fc.property(fc.array(fc.tuple(mass, mass), { minLength: 1, maxLength: 40 }), fc.nat(), (table, pick) => {
        const losses = lossesOf(table).filter(loss => !Number.isNaN(loss));
        fc.pre(losses.length > 0);
        const t = losses[pick % losses.length];
        const pair = pairOf(table);
        return (
          isTrue(
            pair,
            'upper',
            t,
            exactTail(table, loss => loss > t),
          ) &&
          isTrue(
            pair,
            'lower',
            t,
            exactTail(table, loss => loss < t),
          )
        );
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  test('infinite losses are kept apart', () => {
    const pair = pairOf(tables[1]);
    expect(pair.infinite).toBeCloseTo(0.5, 13);
    expect(pair.minusInfinite).toBeCloseTo(0.25, 13);
    expect(massesOf(pair, 'upper', 1e9)).toEqual([0.5, 0]);
    expect(massesOf(pair, 'lower', -1e9)).toEqual([0, 0.25]);
    const apart = pairOf([
      [1, 0],
      [0, 1],
    ]);
    expect([apart.lowest, apart.highest]).toEqual([0, 0]);
    expect([apart.infinite, apart.minusInfinite]).toEqual([expect.closeTo(1, 13), expect.closeTo(1, 13)]);
  });

  test('infinite mass is never less than the truth, and what is certain never more', () => {
    for (const mass of [0.5, 0.1, 1e-5, 1e-300]) {
      const pair = pairOf([
        [mass, 0],
        [1 - mass, 1],
      ]);
      expect(pair.infinite).toBeGreaterThanOrEqual(mass);
      expect(surelyInfinite(pair)).toBeLessThanOrEqual(mass);
      expect(pair.infinite / surelyInfinite(pair)).toBeCloseTo(1, 11);
    }
  });

  test('delta is the hockey stick of the table', () => {
    for (const table of tables) {
      for (const epsilon of [-2, -0.3, 0, 0.5, 1, 3]) {
        const { lower, upper } = deltaOf(pairOf(table), epsilon);
        expect(lower).toBeLessThanOrEqual(hockeyStick(table, epsilon) * (1 + 1e-14));
        expect(upper).toBeGreaterThanOrEqual(Math.min(1, hockeyStick(table, epsilon)) * (1 - 1e-14));
        expect(upper - lower).toBeLessThan(1e-12);
      }
    }
  });
});

test('sortedPair takes tables that are in order already', () => {
  const table: Table = [
    [0.1, 0.6],
    [0.3, 0.3],
    [0.6, 0.1],
  ];
  const [logP, logQ] = [0, 1].map(side => Float64Array.from(table, outcome => Math.log(outcome[side])));
  for (const t of [-1, 0, 1, 2]) {
    expect(massesOf(sortedPair(logP, logQ, 0), 'upper', t)).toEqual(massesOf(pairOf(table), 'upper', t));
    expect(massesOf(sortedPair(logP, logQ, 0), 'lower', t)).toEqual(massesOf(pairOf(table), 'lower', t));
  }
});

test('isAtomic tells tables from others', () => {
  expect(isAtomic(pairOf(tables[0]))).toBe(true);
  expect(isAtomic(laplace(1))).toBe(false);
});
