import { expect, test } from 'vitest';
import { rational } from '../../numerics/index.ts';
import { asDecimal, chargeOf, largest, sumOf, toPlaces } from './exact-amounts.ts';

const decimal = rational.fromDecimal;

test('charges are rounded up at the eighteenth decimal, allowances down', () => {
  expect(chargeOf(0.1)).toEqual(decimal('0.100000000000000006'));
  expect(chargeOf(0.375)).toEqual(decimal('0.375'));
  expect(chargeOf(1e-30)).toEqual(decimal('0.000000000000000001'));
  expect(chargeOf(0)).toEqual(rational.zero);
  expect(toPlaces(rational.ratio(2n, 3n), 'down')).toEqual(decimal('0.666666666666666666'));
});

test('decimals of any length stay, others are rounded up', () => {
  expect(asDecimal(decimal('1e-40'))).toEqual(decimal('1e-40'));
  expect(asDecimal(rational.ratio(1n, 1024n))).toEqual(rational.ratio(1n, 1024n));
  expect(asDecimal(rational.ratio(1n, 7n))).toEqual(decimal('0.142857142857142858'));
  expect(asDecimal(rational.zero)).toEqual(rational.zero);
});

test('the largest are found in any order', () => {
  const amounts = [3, 1, 4, 1, 5, 9, 2, 6].map(amount => rational.ratio(BigInt(amount)));
  for (const order of [amounts, [...amounts].reverse()]) {
    const sums = [0, 1, 2, 3, 8, 20].map(count => sumOf(largest(count, order)).numerator);
    expect(sums).toEqual([0n, 9n, 15n, 20n, 31n, 31n]);
  }
});
