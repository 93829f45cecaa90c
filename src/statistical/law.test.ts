import { expect, test } from 'vitest';
import { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail } from '../numerics/index.ts';
import { binomialLaw } from './law.ts';

test.each([
  [1, 0.5],
  [7, 0.01],
  [1000, 0.3],
  [1e6, 0.999],
  [1e9, 0.5],
])('Bin(%i, %d) errs by no more than it says, and leaves out no more', (trials, probability) => {
  const { first, masses, error, outside } = binomialLaw(trials, probability);
  for (let i = 0; i < masses.length; i += Math.ceil(masses.length / 50)) {
    const truth = Math.exp(binomialLogMass(trials, probability, first + i));
    expect(Math.abs(masses[i] / truth - 1)).toBeLessThanOrEqual(error + 2 ** -48 * (20 - Math.log(truth)));
  }
  const last = first + masses.length - 1;
  const beyond =
    Math.exp(binomialLogUpperTail(trials, probability, last + 1)) +
    Math.exp(binomialLogLowerTail(trials, probability, first - 1));
  expect(outside).toBeGreaterThanOrEqual(beyond * (1 - 1e-9));
  expect(outside).toBeLessThan(1e-35);
});
