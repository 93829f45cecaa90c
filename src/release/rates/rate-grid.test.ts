import { expect, test } from 'vitest';
import { gridRate } from './rate-grid.ts';

test.each([
  [0.488, '0.2'],
  [0.5, '0.5'],
  [0.0999, '0.05'],
  [0.000996, '0.0005'],
  [0.2, '0.2'],
  [0.19999999999999998, '0.1'],
  [1e-9, '0.000000001'],
  [0, '0'],
])('%d is rounded down to %s', (rate, text) => expect(gridRate(rate)).toBe(text));
