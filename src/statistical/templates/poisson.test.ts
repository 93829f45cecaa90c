import { expect, test } from 'vitest';
import { smallQueries } from '../../../test/support/statistical-templates.ts';
import { binomialLaw } from '../law.ts';
import { shiftedBinomialDelta } from '../shifted-binomial.ts';
import { coinCount, poissonBound, publicSizeDelta } from './poisson.ts';
import { subsetCount } from './without-replacement.ts';

const CASES = [1, 3, 6].flatMap(entries => [0.125, 0.75].map(rate => [entries, rate]));

test.each(CASES)('of %i entries at rate %d, the size secret: coinCount gives the enumerated delta', (entries, rate) => {
  for (const { query, epsilon, truth } of smallQueries(entries, { kind: 'poisson', rate, sizePublic: false })) {
    const delta = shiftedBinomialDelta(coinCount(query, rate), epsilon);
    expect(delta).toBeGreaterThanOrEqual(truth);
    expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11) + 1e-15);
  }
});

test.each(CASES)(
  'of %i entries at rate %d, the size released: publicSizeDelta is the enumerated one',
  (entries, rate) => {
    for (const { query, epsilon, truth } of smallQueries(entries, { kind: 'poisson', rate, sizePublic: true })) {
      const delta = publicSizeDelta(query, rate, epsilon);
      expect(delta).toBeGreaterThanOrEqual(truth);
      expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11) + 1e-15);
      expect(poissonBound(query, rate, epsilon)).toBeGreaterThanOrEqual(truth);
    }
  },
);

test('the larger direction is taken after averaging: before, it would be more', () => {
  const query = { entries: 12, probability: 0.3 };
  const [rate, epsilon] = [0.5, 0.2];
  const sizes = binomialLaw(query.entries, rate);
  const before = sizes.masses.reduce(
    (sum, mass, size) => sum + (size === 0 ? 0 : mass * shiftedBinomialDelta(subsetCount(query, size), epsilon)),
    0,
  );
  expect(publicSizeDelta(query, rate, epsilon)).toBeLessThan(0.999 * before);
});
