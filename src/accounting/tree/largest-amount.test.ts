import { describe, expect, test } from 'vitest';
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import { largestAmount } from './largest-amount.ts';

const decimal = rational.fromDecimal;
const most = rational.ratio(1000n);
const double = (amount: Rational): number => toNumber(amount, 'nearest');

/** Charges with a corner, a step, a flat beginning, a flat stretch at the limit, and a very flat or steep course. */
const charges: Readonly<Record<string, (amount: number) => number>> = {
  line: x => 0.3 * x,
  corner: x => Math.max(x - 1, 0.01 * x),
  step: x => (x < 0.7 ? 0.1 : 2),
  'flat at first': x => Math.max(0, x - 3),
  'flat at the limit': x => (x < 0.2 ? 0.25 : x < 40 ? 0.5 : x),
  logarithm: x => Math.log1p(0.001 * Math.expm1(x)),
  power: x => x ** 8,
};

describe('the largest amount within 0.5', () => {
  test.each(Object.entries(charges))('by a charge with %s', (_, charge) => {
    let trials = 0;
    const found = largestAmount({
      limit: decimal('0.5'),
      most,
      charge: amount => {
        trials++;
        return rational.fromNumber(charge(double(amount)));
      },
    });
    expect(charge(double(found))).toBeLessThanOrEqual(0.5);
    expect(charge(double(found) * (1 + 1e-12))).toBeGreaterThan(0.5);
    expect(trials).toBeLessThan(150);
  });

  test('is the limit where it is charged in full, however many digits it has', () => {
    for (const text of ['0.5', '1e-25', '0.1234567890123456789012345']) {
      expect(largestAmount({ limit: decimal(text), most, charge: amount => amount })).toEqual(decimal(text));
    }
  });

  test('is as much as may be tried where nothing is charged', () => {
    expect(largestAmount({ limit: decimal('0.5'), most, charge: () => rational.zero })).toEqual(most);
  });

  test('is found in few trials', () => {
    let trials = 0;
    const charge = (amount: Rational): Rational => {
      trials++;
      return rational.fromNumber(
        Math.log1p(0.01 * Math.expm1(10 + double(amount))) - Math.log1p(0.01 * Math.expm1(10)),
      );
    };
    largestAmount({ limit: decimal('0.1'), most, charge });
    expect(trials).toBeLessThan(12);
  });
});
