import { expect, test } from 'vitest';
import { power } from './axes.ts';

test('ticks of a logarithmic axis are short', () => {
  expect([1e-10, 0.01, 1, 100, 10_000, 1e6].map(power)).toEqual(['10⁻¹⁰', '0.01', '1', '100', '10,000', '10⁶']);
});
