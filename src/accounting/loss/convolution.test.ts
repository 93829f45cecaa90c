import { describe, expect, test } from 'vitest';
import { exactCases, exactSum } from '../../../test/support/loss-exact-sums.ts';
import { type Aim, aimAtMass, aimed, type LatticeTerm } from './aim.ts';
import { type Convolved, convolve } from './convolution.ts';

const aims = (terms: readonly LatticeTerm[]): Aim[] => [
  aimed(terms, 0, 1e-13),
  aimed(terms, 2, 1e-13),
  aimed(terms, -1, 1e-13),
  aimAtMass(terms, Math.log(1e-30), 1, 1e-13),
  // windows that are far too small: what falls out comes back in at the other end
  aimed(terms, 0, 1e-2),
  aimed(terms, 1, 0.2),
];

const convolvedAt = (terms: readonly LatticeTerm[], aim: Aim): Convolved => {
  const sum = convolve(terms, aim);
  if (sum === undefined) throw new TypeError('small sums fit every transform');
  return sum;
};

/** The exact tilted mass of each point of the window, of everything below it and of everything above it. */
function tilted(terms: readonly LatticeTerm[], { first, masses, tilt, logScale, step }: Convolved) {
  const exact = exactSum(terms);
  const inside = new Float64Array(masses.length);
  let [below, above] = [0, 0];
  exact.masses.forEach((mass, i) => {
    const [index, weight] = [exact.first + i - first, mass * Math.exp(tilt * (exact.first + i) * step - logScale)];
    if (index < 0) below += weight;
    else if (index >= masses.length) above += weight;
    else inside[index] += weight;
  });
  return { inside, below, above };
}

describe('convolve', () => {
  test.each(Object.entries(exactCases))('%s: errs by no more than it says, in every window', (_, terms) => {
    for (const aim of aims(terms)) {
      const sum = convolvedAt(terms, aim);
      const { inside, below, above } = tilted(terms, sum);
      expect(below).toBeLessThanOrEqual(sum.outside.below * (1 + 1e-9));
      expect(above).toBeLessThanOrEqual(sum.outside.above * (1 + 1e-9));
      // rounding, and what came back in, which is never negative
      const errors = inside.map((mass, i) => sum.masses[i] - mass);
      const norm = Math.hypot(...errors.map(error => Math.min(0, error)));
      expect(norm).toBeLessThanOrEqual(sum.error + 1e-14);
      const cameIn = errors.reduce((total, error) => total + Math.max(0, error), 0);
      expect(cameIn).toBeLessThanOrEqual(
        sum.outside.below + sum.outside.above + Math.sqrt(inside.length) * sum.error + 1e-13,
      );
      errors.forEach((error, i) => {
        expect(error).toBeGreaterThanOrEqual(-sum.elementError - sum.scaleError * inside[i] - 1e-15);
      });
    }
  });

  test.each(Object.entries(exactCases))('%s: keeps its digits where it looks', (_, terms) => {
    const sum = convolvedAt(terms, aimAtMass(terms, Math.log(1e-30), 1, 1e-13));
    const { inside } = tilted(terms, sum);
    const largest = Math.max(...inside);
    for (let i = 0; i < inside.length; i++)
      if (inside[i] > largest / 100) expect(sum.masses[i] / inside[i]).toBeCloseTo(1, 10);
    expect(sum.error).toBeLessThan(1e-12);
  });

  test('a window smaller than the sum is used, and charged', () => {
    const terms = exactCases['twelve bells'];
    const sum = convolvedAt(terms, aimed(terms, 0, 1e-2));
    expect(sum.masses.length).toBeLessThan(exactSum(terms).masses.length);
    expect(sum.outside.below + sum.outside.above).toBeGreaterThan(0);
  });

  test('a sum wider than the largest transform is not tried', () => {
    const masses = new Float64Array(2 ** 16).fill(2 ** -16);
    const terms = [{ lattice: { step: 1, first: 0, masses, infinite: 0 }, count: 1e6 }];
    expect(convolve(terms, aimed(terms, 0, 1e-13))).toBeUndefined();
  });

  test('nor is one wider than it may be', () => {
    const terms = [{ lattice: { step: 1, first: 0, masses: Float64Array.of(0.5, 0.5), infinite: 0 }, count: 60 }];
    const aim = aimed(terms, 0, 1e-13);
    expect(convolve(terms, aim, { most: 64 })?.masses).toHaveLength(64);
    expect(convolve(terms, aim, { most: 63 })).toBeUndefined();
  });
});
