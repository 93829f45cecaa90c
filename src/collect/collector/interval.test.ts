import { expect, test } from 'vitest';
import { bernoulli, discreteLaplace, reproducibleEntropy, uniform } from '../../random/index.ts';
import type { Estimation } from '../index.ts';
import { estimated } from './interval.ts';

const RUNS = 2_000;

/** How often the interval holds the truth, if the noise is as large as is said, or so many times as large. */
function coverage(count: number, noiseEpsilon: number, times = 1): number {
  const below = uniform(reproducibleEntropy(count + 7));
  const noise = discreteLaplace(below, { numerator: 1n * BigInt(times), denominator: BigInt(noiseEpsilon) });
  const estimation: Estimation = { sampling: 0.25, noiseEpsilon, aggregators: 2 };
  let held = 0;
  for (let run = 0; run < RUNS; run += 1) {
    let difference = Number(noise() + noise());
    for (let person = 0; person < count; person += 1)
      if (bernoulli(below, { numerator: 1n, denominator: 4n })) difference += 1;
    const [lower, upper] = estimated(difference, estimation).interval95;
    if (lower <= count && count <= upper) held += 1;
  }
  return held / RUNS;
}

test.each([0, 3, 40, 200])('of %d people the interval holds the truth in 95 of 100 campaigns', count => {
  expect(coverage(count, 1)).toBeGreaterThan(0.94);
});

test('the test notices noise that is twice what was said', () => expect(coverage(3, 1, 2)).toBeLessThan(0.9));

test('an interval holds its estimate, and is never below none', () => {
  for (const difference of [-9, 0, 5, 1_000]) {
    const { estimate, interval95, standardError } = estimated(difference, {
      sampling: 0.5,
      noiseEpsilon: 1,
      aggregators: 2,
    });
    expect(estimate).toBe(difference * 2);
    expect(interval95[0]).toBeLessThanOrEqual(Math.max(0, estimate));
    expect(interval95[1]).toBeGreaterThanOrEqual(Math.max(0, estimate));
    expect(standardError).toBeGreaterThan(0);
  }
});
