import { expect, test } from 'vitest';
import { othersOf } from './others.ts';
import { propertyDelta } from './property-delta.ts';

test('two others, by hand', () => {
  const { first, chances } = othersOf({ entries: 3, probability: 0.3 });
  expect(first).toBe(0);
  expect(chances.map(chance => chance.toFixed(12))).toEqual(['0.490000000000', '0.420000000000', '0.090000000000']);
});

test.each([1, 2, 30, 5000])(
  'where the law and the law moved by one do not overlap is delta at epsilon 0: %d',
  entries => {
    const query = { entries, probability: 0.3 };
    const { chances } = othersOf(query);
    const apart = [...chances, 0].reduce(
      (sum, chance, place) => sum + Math.max(0, chance - (chances[place - 1] ?? 0)),
      0,
    );
    expect(apart).toBeCloseTo(propertyDelta(query, { kind: 'everything' })(0).delta.exact, 3);
  },
);

test('what cannot be seen is left out, and nothing else', () => {
  const { first, chances } = othersOf({ entries: 100_001, probability: 0.3 });
  expect(first).toBeGreaterThan(29_000);
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeGreaterThan(0.9999);
  expect(chances.length).toBeLessThan(1500);
});
