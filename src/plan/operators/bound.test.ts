import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { least } from '../expressions/whole-numbers.ts';
import { allot, type Cell, cellOrder } from './bound.ts';

const key = 'ab'.repeat(32);
const cell = (name: string, rows: bigint): Cell => ({ parts: [name], rows });

test('the order is the SHA-256 of key, colon, and the lengths and texts of unit and parts', () => {
  const expected = createHash('sha256').update(`${key}:7:pätient1:A-4:true2:17`).digest('hex');
  expect(cellOrder(key, 'pätient', ['A', null, true, 17n])).toBe(expected);
});

test('lengths keep different cells apart', () => {
  expect(cellOrder(key, 'u', ['1:A', 'B'])).not.toBe(cellOrder(key, 'u', ['1', 'A1:B']));
  expect(cellOrder(key, 'u', ['-'])).not.toBe(cellOrder(key, 'u', [null]));
});

describe('allot', () => {
  test('a unit within its rows is left alone, in whatever order', () => {
    expect(allot([cell('A', 2n), cell('B', 1n)], 'u', 3n, key)).toEqual([2n, 1n]);
  });

  test('no more than k rows over all cells, none more than it has, whole cells first', () => {
    const cells = fc.array(fc.bigInt(1n, 4n), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cells, fc.bigInt(1n, 9n), fc.string(), (rows, most, unit) => {
        const asked = rows.map((count, i) => cell(`c${i}`, count));
        const allotted = allot(asked, unit, most, key);
        const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
        expect(sum(allotted)).toBe(least([sum(rows), most]));
        expect(allotted.filter((count, i) => count > 0n && count < rows[i]).length).toBeLessThanOrEqual(1);
        expect(allotted.every((count, i) => count >= 0n && count <= rows[i])).toBe(true);
      }),
    );
  });

  test('the order of the cells given does not matter', () => {
    const cells = ['A', 'B', 'C', 'D'].map(name => cell(name, 2n));
    const [there, back] = [allot(cells, 'u', 3n, key), allot(cells.toReversed(), 'u', 3n, key)];
    expect(back.toReversed()).toEqual(there);
  });

  test('no cell is starved: over 600 units each of three cells comes first about as often', () => {
    const first = [0, 0, 0];
    for (let unit = 0; unit < 600; unit++) {
      const allotted = allot(
        ['A', 'B', 'C'].map(name => cell(name, 1n)),
        `u${unit}`,
        1n,
        key,
      );
      first[allotted.indexOf(1n)] += 1;
    }
    // 200 expected, standard deviation 11.5
    for (const count of first) expect(Math.abs(count - 200)).toBeLessThan(50);
  });
});
