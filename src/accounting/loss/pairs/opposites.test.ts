import { expect, test } from 'vitest';
import type { SpecifiedMechanism } from '../../specification.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { atom, atomicPair } from './atoms.ts';

const mechanisms: SpecifiedMechanism[] = [
  { kind: 'gaussian', noiseMultiplier: 1.3, sensitivity: 1 },
  { kind: 'gaussian', noiseMultiplier: 20_000, sensitivity: 1 },
  { kind: 'laplace', scale: 0.6, sensitivity: 1 },
  { kind: 'discrete-laplace', parameter: 0.4, sensitivity: 3 },
  { kind: 'discrete-gaussian', sigma: 2.1, sensitivity: 1 },
  { kind: 'discrete-gaussian', sigma: 900, sensitivity: 2 },
  { kind: 'pure', epsilon: 0.7, replace: 1.4 },
  { kind: 'approx', epsilon: 0.3, delta: 1e-15 },
  { kind: 'approx', epsilon: 0.1, delta: 0.6 },
];

test.each(mechanisms)('%o: masses of laws, one unit apart from the law without and two from each other', mechanism => {
  const base = baseOf(mechanism);
  const laws = base.opposites?.(2 ** 12);
  if (laws === undefined) throw new TypeError('laws on a line');
  const { none, up, down, ends, revealing, beyond, error } = laws;
  const total = (masses: Float64Array): number => masses.reduce((sum, mass) => sum + mass, 0);
  expect(total(none)).toBeCloseTo(1, 9);
  expect(total(up) + revealing + beyond).toBeCloseTo(1, 9);
  expect(total(down) + revealing + beyond).toBeCloseTo(1, 9);
  const added = atomicPair([...Array.from(up, (mass, i) => atom(mass, none[i])), atom(revealing, 0)], error);
  for (const epsilon of [0, 1e-5, 0.1, 0.5]) {
    const { lower, upper } = deltaOf(base.added(1), epsilon);
    expect(deltaOf(added, epsilon).lower).toBeLessThanOrEqual(upper * (1 + 1e-6) + 1e-12);
    expect(deltaOf(added, epsilon).upper).toBeGreaterThan(lower * (1 - 1e-4) - 1e-8);
  }
  if (revealing < 0.01) {
    const both = [...Array.from(up, (mass, i) => atom(mass, down[i])), atom(revealing, 0), atom(0, revealing)];
    const replaced = deltaOf(atomicPair(both, error), 0.01);
    expect(replaced.lower).toBeLessThanOrEqual(deltaOf(base.replaced(1), 0.01).upper * (1 + 1e-6) + 1e-12);
    expect(replaced.upper).toBeGreaterThan(deltaOf(base.replaced(1), 0.01).lower * (1 - 1e-4) - 1e-8);
  }
  for (let i = 0; i < none.length; i++) {
    if (ends === undefined || !(none[i] > 1e-290)) continue;
    expect(up[i] / none[i]).toBeGreaterThanOrEqual(ends.up[i] * (1 - 2 * error) - 1e-300);
    expect(up[i] / none[i]).toBeLessThanOrEqual(ends.up[i + 1] * (1 + 2 * error));
    expect(down[i] / none[i]).toBeLessThanOrEqual(ends.down[i] * (1 + 2 * error));
    expect(down[i] / none[i]).toBeGreaterThanOrEqual(ends.down[i + 1] * (1 - 2 * error) - 1e-300);
  }
});
