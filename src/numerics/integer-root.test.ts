import { expect, test } from 'vitest';
import { integerRoot } from './integer-root.ts';

test('the whole part of a square root, of small numbers and of huge ones', () => {
  for (let value = 0n; value < 2000n; value++) {
    const root = integerRoot(value);
    expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
  }
  const huge = 123456789123456789n ** 9n;
  expect(integerRoot(huge * huge)).toBe(huge);
  expect(integerRoot(huge * huge - 1n)).toBe(huge - 1n);
});
