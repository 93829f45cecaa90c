import { expect, test } from 'vitest';
import { leastBetween } from './search.ts';

const RATES = [0.01, 0.1, 0.5, 1];

test.each([0.01, 0.037, 0.2, 0.8, 1])('the ground of a valley at %d is found between the places', ground => {
  const at = (rate: number) => ({ rate, mse: Math.log(rate / ground) ** 2 });
  expect(leastBetween(RATES.map(at), at).rate / ground).toBeCloseTo(1, 3);
});

test('a place no worse than the best is found where there are several valleys', () => {
  const at = (rate: number) => ({ rate, mse: rate === 0.5 ? 0 : 1 + Math.sin(50 * rate) });
  expect(leastBetween(RATES.map(at), at).mse).toBe(0);
});
