import { expect, test } from 'vitest';
import { upperTail } from '../../numerics/index.ts';
import { smoothLaw } from './smooth-law.ts';
import { reachOf } from './smooth-model.ts';

test('reachOf a normal sum leaves out what it says, and not much less', () => {
  const law = smoothLaw({ kind: 'normal', mean: 7, deviation: 3 });
  for (const count of [1, 10, 1e6]) {
    const deviations = reachOf(slope => law.logMoment(slope) - slope * law.mean, count, law) / (3 * Math.sqrt(count));
    expect(upperTail(deviations)).toBeLessThan(1e-18);
    expect(upperTail(deviations)).toBeGreaterThan(1e-21);
  }
});

test('reachOf uniform entries never exceeds what they can add up to by much', () => {
  const law = smoothLaw({ kind: 'uniform', from: 0, to: 2 });
  const reach = reachOf(slope => law.logMoment(slope) - slope * law.mean, 4, law);
  expect(reach).toBeGreaterThan(3.9);
  expect(reach).toBeLessThan(8);
});
