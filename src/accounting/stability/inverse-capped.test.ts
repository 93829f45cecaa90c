import { expect, test } from 'vitest';
import { cappedPrice } from './capped.ts';
import { inverseCappedPrice } from './inverse-capped.ts';

test.each([
  [0.01, 1],
  [0.1, 0.5],
  [0.7, 3],
])('of a public size, rate %d: the printed formulas, never above them', (rate, epsilon) => {
  const [size, of, delta] = [rate * 10_000, 10_000, 1e-5];
  const inner = inverseCappedPrice({ operator: 'fixed-size', size, of, epsilon, delta, replaceRatio: 1 });
  expect(inner.replace).toBeCloseTo(Math.log1p(Math.expm1(epsilon) / rate), 12);
  expect(inner.replaceDelta / (delta / rate)).toBeCloseTo(1, 12);
  const charged = cappedPrice({ operator: 'fixed-size', size, of, cap: inner });
  expect(charged.replace).toBeLessThanOrEqual(epsilon);
  expect(charged.replaceDelta).toBeLessThanOrEqual(delta);
});

test('a Bernoulli sample divides delta by its rate', () => {
  const inner = inverseCappedPrice({ operator: 'bernoulli', rate: 0.25, epsilon: 1, delta: 1e-6 });
  expect(inner.epsilon).toBeCloseTo(Math.log1p(4 * Math.expm1(1)), 12);
  expect(inner.delta).toBeCloseTo(4e-6, 15);
});

test('where the size is secret nothing is gained, and a replaced unit costs some of delta', () => {
  const inner = inverseCappedPrice({ operator: 'fixed-size', size: 9, epsilon: 1, delta: 1e-6 });
  expect(inner.epsilon).toBeLessThan(1);
  expect(inner.delta).toBeLessThan(1e-6);
  expect(cappedPrice({ operator: 'fixed-size', size: 9, cap: inner }).delta).toBeLessThanOrEqual(1e-6);
});

test('no delta asked for, none inside; none is known for draws with replacement', () => {
  expect(inverseCappedPrice({ operator: 'with-replacement', size: 3, of: 9, epsilon: 1, delta: 0 }).delta).toBe(0);
  expect(() => inverseCappedPrice({ operator: 'with-replacement', size: 3, of: 9, epsilon: 1, delta: 1e-6 })).toThrow(
    /no known price/,
  );
  expect(() => inverseCappedPrice({ operator: 'bernoulli', rate: 0.5, epsilon: 1, delta: Number.NaN })).toThrow(
    /delta/,
  );
});
