import { expect, test } from 'vitest';
import { greatest, sum } from './amounts.ts';
import { price } from './price.ts';

test('sums are rounded up', () => {
  expect(sum([0.1, 0.2, 0.3])).toBeGreaterThanOrEqual(0.6);
  expect(sum([1, 2 ** -60])).toBeGreaterThan(1);
  expect(sum([])).toBe(0);
});

test('lists may be long', () => {
  const million = Array.from({ length: 1e6 }, (_, i) => i / 1e6);
  expect(greatest(million)).toBe(0.999999);
  const costs = million.map(epsilon => ({ epsilon, replace: epsilon }));
  expect(price({ operator: 'partition', costs }).epsilon).toBe(0.999999);
  expect(price({ operator: 'stratified', rates: million, cost: { epsilon: 1, replace: 2 } }).epsilon).toBeLessThan(1);
});
