import { expect, test } from 'vitest';
import { runsLeft } from './asked-report.ts';
import { oddsFactor, runsWords } from './report-words.ts';

/** Randomized response with a truth probability of n/d: both tables, both answers, every prior. */
test('oddsFactor: no answer of a mechanism with exactly this epsilon changes the odds by more, and one by almost as much', () => {
  for (const [numerator, denominator] of [
    [2, 3],
    [3, 4],
    [9, 10],
    [999, 1000],
  ]) {
    const truth = numerator / denominator;
    const epsilon = Math.log(numerator / (denominator - numerator));
    const factor = Number(oddsFactor(epsilon));
    for (const prior of [1e-6, 0.1, 0.5, 0.99])
      for (const [likely, other] of [
        [truth, 1 - truth],
        [1 - truth, truth],
      ]) {
        const posterior = (prior * likely) / (prior * likely + (1 - prior) * other);
        const change = posterior / (1 - posterior) / (prior / (1 - prior));
        expect(change * (1 - 1e-9)).toBeLessThanOrEqual(factor);
      }
    const exact = numerator / (denominator - numerator);
    expect(factor).toBeGreaterThanOrEqual(exact);
    expect(factor).toBeLessThan(exact * (1 + 1e-4));
  }
});

test('oddsFactor: what is no number any more says so', () => expect(oddsFactor(1e4)).toContain('protects nobody'));

test.each([
  [{ epsilon: 0.1, delta: 0 }, { epsilon: 0.3, delta: 0 }, 3],
  [{ epsilon: 0.1, delta: 1e-7 }, { epsilon: 0.3, delta: 1e-7 }, 1],
  [{ epsilon: 0.1, delta: 1e-7 }, { epsilon: 0.3, delta: 0 }, 0],
  [{ epsilon: 0.4, delta: 0 }, { epsilon: 0.3, delta: 1 }, 0],
  [{ epsilon: 1e-9, delta: 0 }, { epsilon: 5, delta: 0 }, 1000],
  // one of the two sums of a concentrated budget is enough
  [{ epsilon: 1, delta: 0, rho: 0.01 }, { epsilon: 0.5, delta: 0, rho: 0.05 }, 5],
  [{ epsilon: null, delta: 0, rho: 0.01 }, { epsilon: 0, delta: 0, rho: 0.009 }, 0],
])('%j out of %j: %i more runs', (charged, remaining, runs) => expect(runsLeft({ charged, remaining })).toBe(runs));

test('runs in words', () => {
  expect(runsLeft({ charged: { epsilon: 1, delta: 0 }, remaining: null })).toBeNull();
  expect(runsWords(0)).toContain('does not hold another run');
  expect(runsWords(1)).toContain('holds 1 more run at');
  expect(runsWords(3)).toContain('holds 3 more runs at');
  expect(runsWords(1000)).toContain('1,000 more runs or more');
});
