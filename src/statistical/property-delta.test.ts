import { expect, test } from 'vitest';
import { propertyDelta, type Sampling } from './index.ts';

test.each([
  [0.025, 0.014866088],
  [0.05, 0.007933946],
  [0.1, 0.001619205],
])('of 1000 entries with probability 1/2, delta at %d is %d', (epsilon, delta) => {
  const { unsampled, exact } = propertyDelta(
    { entries: 1000, probability: 0.5 },
    { kind: 'everything' },
  )(epsilon).delta;
  expect(unsampled).toBeCloseTo(delta, 9);
  expect(exact).toBe(unsampled);
});

test('a sample of 100 of 1000 tells far less than its bound says', () => {
  const { delta, improves, improvesByBound } = propertyDelta(
    { entries: 1000, probability: 0.5 },
    { kind: 'without-replacement', size: 100 },
  )(0.05);
  expect(delta.exact / delta.unsampled).toBeCloseTo(0.0051, 4);
  expect(delta.bound / delta.unsampled).toBeCloseTo(0.0236, 4);
  expect([improves, improvesByBound]).toEqual([true, true]);
});

test('the exact delta is never above the bound', () => {
  for (const entries of [10, 100, 700])
    for (const probability of [0.02, 0.5, 0.9])
      for (const share of [0.1, 0.5, 0.9]) {
        const size = Math.ceil(share * entries);
        const schemes: Sampling[] = [
          { kind: 'without-replacement', size },
          { kind: 'poisson', rate: share, sizePublic: true },
          { kind: 'poisson', rate: share, sizePublic: false },
          { kind: 'with-replacement', size },
        ];
        for (const sampling of schemes) {
          const at = propertyDelta({ entries, probability }, sampling);
          for (const epsilon of [0.01, 0.1, 0.5, 2]) {
            const { exact, bound } = at(epsilon).delta;
            expect(exact).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-38);
          }
        }
      }
});

test('who sees the size of a Poisson sample learns more than who does not, and less than the bound', () => {
  const query = { entries: 300, probability: 0.2 };
  for (const rate of [0.05, 0.5, 0.95]) {
    const blind = propertyDelta(query, { kind: 'poisson', rate, sizePublic: false })(0.1).delta.exact;
    const seeing = propertyDelta(query, { kind: 'poisson', rate, sizePublic: true })(0.1).delta;
    expect(blind).toBeLessThan(seeing.exact);
    expect(seeing.exact).toBeLessThan(seeing.bound);
  }
});

test('a sample of everybody is no sample', () => {
  const verdict = propertyDelta({ entries: 50, probability: 0.3 }, { kind: 'without-replacement', size: 50 })(0.2);
  expect(verdict.delta.exact).toBe(verdict.delta.unsampled);
  expect(verdict).toMatchObject({ improves: false, improvesByBound: false });
});

test('a million entries are as quick as ten', () => {
  const { delta } = propertyDelta(
    { entries: 1e6, probability: 0.25 },
    { kind: 'without-replacement', size: 1e4 },
  )(0.01);
  expect(delta.exact).toBeGreaterThan(0);
  expect(delta.exact).toBeLessThan(delta.bound);
});

test.each<[{ entries: number; probability: number }, Sampling, number]>([
  [{ entries: 10, probability: 0 }, { kind: 'everything' }, 0.1],
  [{ entries: 10, probability: 1 }, { kind: 'everything' }, 0.1],
  [{ entries: 10, probability: Number.NaN }, { kind: 'everything' }, 0.1],
  [{ entries: 0, probability: 0.5 }, { kind: 'everything' }, 0.1],
  [{ entries: 2.5, probability: 0.5 }, { kind: 'everything' }, 0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'everything' }, -0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'everything' }, Number.NaN],
  [{ entries: 10, probability: 0.5 }, { kind: 'without-replacement', size: 11 }, 0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'without-replacement', size: 0 }, 0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'poisson', rate: 0, sizePublic: false }, 0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'poisson', rate: 2, sizePublic: true }, 0.1],
  [{ entries: 10, probability: 0.5 }, { kind: 'with-replacement', size: 1.5 }, 0.1],
  [{ entries: 1e9, probability: 0.5 }, { kind: 'with-replacement', size: 1e9 }, 0.1],
])('%j with %j at %d is refused', (query, sampling, epsilon) => {
  expect(() => propertyDelta(query, sampling)(epsilon)).toThrow(
    expect.objectContaining({ code: 'value_out_of_range' }),
  );
});
