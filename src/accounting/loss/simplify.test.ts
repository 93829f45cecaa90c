import { describe, expect, test } from 'vitest';
import { deltaOnLattice, fromAbove, fromBelow, sumOf } from '../../../test/support/loss-lattices.ts';
import { parseSpecification, type Step } from '../specification.ts';
import { deltaOf } from './pair.ts';
import { gaussian } from './pairs/gaussian.ts';
import { joinGaussians, simplified } from './simplify.ts';

const stepsOf = (...steps: object[]): readonly Step[] =>
  parseSpecification({ relation: 'add-remove', steps, ask: { deltaAt: { epsilon: 1 } } }).steps;

const noise = (noiseMultiplier: number, sensitivity = 1) => ({ kind: 'gaussian', noiseMultiplier, sensitivity });

const shiftOf = ({ mechanism }: Step): number =>
  mechanism.kind === 'gaussian' ? mechanism.sensitivity / mechanism.noiseMultiplier : Number.NaN;

describe('joinGaussians', () => {
  test('shifts add like legs of right-angled triangles, and never too little', () => {
    const steps = joinGaussians(
      stepsOf({ mechanism: noise(2), count: 9 }, { mechanism: noise(1, 2) }, { mechanism: noise(4, 3), count: 4 }),
    );
    expect(steps).toHaveLength(1);
    const truth = Math.sqrt(9 / 4 + 4 + (4 * 9) / 16);
    expect(shiftOf(steps[0])).toBeGreaterThanOrEqual(truth);
    expect(shiftOf(steps[0]) / truth - 1).toBeLessThan(1e-13);
    expect(steps[0].count).toBe(1);
  });

  test('is what composing their losses gives', () => {
    const [{ mechanism }] = joinGaussians(stepsOf({ mechanism: noise(1) }, { mechanism: noise(2) }));
    const joined = gaussian(mechanism.kind === 'gaussian' ? mechanism.sensitivity / mechanism.noiseMultiplier : 0);
    const [above, below] = [fromAbove, fromBelow].map(put => sumOf(put(gaussian(1), 0.01), put(gaussian(0.5), 0.01)));
    for (const epsilon of [-1, 0, 0.5, 2]) {
      expect(deltaOnLattice(above, epsilon)).toBeGreaterThan(deltaOf(joined, epsilon).lower);
      expect(deltaOnLattice(below, epsilon)).toBeLessThan(deltaOf(joined, epsilon).upper);
      expect(deltaOnLattice(above, epsilon) - deltaOnLattice(below, epsilon)).toBeLessThan(1e-4);
    }
  });

  test('sampled steps and other noise stay as they are', () => {
    const sampled = { mechanism: noise(1), sampling: { kind: 'poisson', rate: 0.5 }, count: 3 };
    const steps = stepsOf(sampled, { mechanism: { kind: 'laplace', scale: 1 } });
    expect(joinGaussians(steps)).toEqual(steps);
    const plain = stepsOf(
      { mechanism: noise(1), sampling: { kind: 'poisson', rate: 1 } },
      { mechanism: noise(1), sampling: { kind: 'partition', parts: 1 } },
    );
    expect(joinGaussians(plain)).toHaveLength(1);
  });
});

test('equal steps are counted together', () => {
  const laplace = { mechanism: { kind: 'laplace', scale: 2 } };
  const sampled = { mechanism: noise(1), sampling: { kind: 'poisson', rate: 0.5 }, count: 3 };
  const steps = simplified(stepsOf(laplace, sampled, { ...laplace, count: 4 }, sampled));
  expect(steps.map(({ mechanism, count }) => [mechanism.kind, count])).toEqual([
    ['laplace', 5],
    ['gaussian', 6],
  ]);
});
