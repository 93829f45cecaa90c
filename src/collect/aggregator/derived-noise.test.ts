import { describe, expect, test } from 'vitest';
import { misfit } from '../../../test/support/goodness-of-fit.ts';
import { discreteLaplace } from '../../random/index.ts';
import { type Covered, derivedNoise } from './derived-noise.ts';

const key = Buffer.alloc(32, 1);
const covered: Covered = {
  fingerprint: 'f'.repeat(64),
  rounds: [1],
  aggregator: 'https://first.example',
  epsilon: 0.5,
  reports: 'a'.repeat(64),
};

/** Noise of parameter 1/2 for so many values. */
const noiseOf = (values: number, more: Partial<Covered> = {}, under: Buffer = key): number[] =>
  Array.from({ length: values }, (_, value) => {
    const below = derivedNoise(under, { ...covered, ...more }, value);
    return Number(discreteLaplace(below, { numerator: 2n, denominator: 1n })());
  });

describe('derivedNoise', () => {
  test('is the same for the same release, and another as soon as anything of it differs', () => {
    const first = noiseOf(200);
    expect(noiseOf(200)).toEqual(first);
    const others = [
      noiseOf(200, { fingerprint: 'e'.repeat(64) }),
      noiseOf(200, { rounds: [1, 2] }),
      noiseOf(200, { aggregator: 'https://second.example' }),
      noiseOf(200, { epsilon: 0.25 }),
      noiseOf(200, { reports: 'b'.repeat(64) }),
      noiseOf(200, {}, Buffer.alloc(32, 2)),
    ];
    for (const other of others) expect(other).not.toEqual(first);
    expect(new Set(others.map(String)).size).toBe(others.length);
  });

  test('over the values of a campaign it has the law that was said, and no other scale', () => {
    const noise = noiseOf(20_000);
    const law = (parameter: number) => (value: number) =>
      Math.tanh(parameter / 2) * Math.exp(-parameter * Math.abs(value));
    expect(misfit(noise, law(0.5))).toBeLessThan(4);
    expect(misfit(noise, law(0.55))).toBeGreaterThan(10);
  });

  test('noise of two sets is not related', () => {
    const [first, second] = [noiseOf(20_000), noiseOf(20_000, { reports: 'b'.repeat(64) })];
    const product = first.reduce((sum, each, value) => sum + each * second[value], 0) / first.length;
    // variance 7.8 each: the mean of products errs by about 0.055
    expect(Math.abs(product)).toBeLessThan(0.3);
  });
});
