/**
 * How fast the smooth sensitivity of a median is, on 10,001 sorted values: the stronger the privacy, the further it must look.
 * Beside each: sorting the same values.
 */
import { medianPlace } from '../src/forecast/smooth/index.ts';
import { openSmoothSensitivity } from '../src/forecast/smooth/smooth-sensitivity.ts';
import { reproducibleEntropy } from '../src/random/index.ts';
import type { Case } from './measurement.ts';

const SIZE = 10_001;
const DELTA = 1 / (2 * SIZE);
const calls = 200;

/** Log-normal, as in the published simulations; the sum of twelve uniform numbers is normal enough here. */
const values = (() => {
  const { word } = reproducibleEntropy(5);
  const normal = (): number => Array.from({ length: 12 }, () => word() / 2 ** 32).reduce((sum, one) => sum + one, -6);
  return Float64Array.from({ length: SIZE }, () => Math.exp(5 + 0.5 * normal()));
})();
const sorted = values.slice().sort();
const bounds = { min: 0, max: 2000 };

const sensitivities = (epsilon: number) => (): number => {
  const beta = epsilon / (2 * Math.log(2 / DELTA));
  const sensitivityOf = openSmoothSensitivity({ ...bounds, beta }, SIZE);
  let found = 0;
  for (let call = 0; call < calls; call++) found = sensitivityOf(sorted, medianPlace(SIZE));
  return found;
};

const sorting = (): number => {
  const start = performance.now();
  for (let call = 0; call < calls; call++) values.slice().sort();
  return (performance.now() - start) / 1000;
};

/** A call in at most 100 microseconds. */
export const cases: readonly Case[] = [0.001, 0.01, 0.1, 1].map(epsilon => ({
  name: `median of 10,001, epsilon ${epsilon}`,
  work: sensitivities(epsilon),
  makes: calls,
  promise: 10_000,
  beside: { sorting },
}));
