import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rational, toNumber } from '../numerics/index.ts';
import { brokenColumnRules } from './column-rules.ts';
import { decimal, plainText } from './values/decimal.ts';

const people = { columns: {} };

const complaintsOf = (min: string, max: string, step: string) =>
  brokenColumnRules({ type: 'number', min: decimal(min)!, max: decimal(max)!, step: decimal(step)! }, people, []).map(
    ({ path: [key] }) => key,
  );

describe('the grid of a number', () => {
  /** How every engine puts a value on the grid. */
  const gridded = (value: number, step: number): number => Math.floor(value / step + 1 / 2);

  const grid = fc.record({
    digits: fc.bigInt(1n, 10n ** 17n),
    places: fc.integer({ min: 0, max: 20 }),
    steps: fc.bigInt(-(1n << 49n), 1n << 49n),
  });

  test('a bound that is allowed lands on itself, in doubles', () => {
    fc.assert(
      fc.property(grid, ({ digits, places, steps }) => {
        const step = decimal(`${digits}e-${places}`)!;
        const bound = plainText(rational.mul(step.exact, rational.ratio(steps)));
        expect(complaintsOf(bound, bound, step.text)).toEqual([]);
        expect(gridded(decimal(bound)!.nearest, step.nearest)).toBe(Number(steps));
      }),
      { numRuns: 2000 },
    );
  });

  test('far beyond what is allowed it does not, so the rule is needed', () => {
    const missed = fc.sample(grid, { numRuns: 500, seed: 1 }).filter(({ digits, places }) => {
      const steps = (1n << 53n) - 1n;
      const step = rational.ratio(digits, 10n ** BigInt(places));
      const bound = toNumber(rational.mul(step, rational.ratio(steps)), 'nearest');
      return gridded(bound, toNumber(step, 'nearest')) !== Number(steps);
    });
    expect(missed.length).toBeGreaterThan(50);
  });

  test.each([
    ['-562949953421312', '562949953421312', '1', []],
    ['-562949953421313', '562949953421312', '1', ['min']],
    ['0', '562949953421313', '1', ['max']],
    ['0.05', '1.1', '0.1', ['min']],
    ['-0.1', '0.25', '0.1', ['max']],
    ['0', '0', '0.1', []],
    ['1', '0', '0.1', ['max']],
  ])('from %s to %s by %s', (min, max, step, complaints) => {
    expect(complaintsOf(min, max, step)).toEqual(complaints);
  });
});

test('the total of a unit fits 64 bits, to the last one', () => {
  const complaints = (rows: string) =>
    brokenColumnRules(
      { type: 'integer', min: decimal('0')!, max: decimal('1024')! },
      {
        unit: 'id',
        rowsPerUnit: decimal(rows)!,
        columns: {},
      },
      [],
    );
  expect(complaints('9007199254740991')).toEqual([]);
  expect(complaints('9007199254740992')).toHaveLength(1);
});
