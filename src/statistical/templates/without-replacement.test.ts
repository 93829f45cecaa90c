import { expect, test } from 'vitest';
import { smallQueries } from '../../../test/support/statistical-templates.ts';
import { shiftedBinomialDelta } from '../shifted-binomial.ts';
import { subsetBound, subsetCount } from './without-replacement.ts';

test.each([
  [1, 1],
  [4, 1],
  [4, 4],
  [5, 3],
  [8, 2],
  [8, 7],
])('of %i entries %i: subsetCount gives the enumerated delta, and subsetBound no less', (entries, size) => {
  for (const { query, epsilon, truth } of smallQueries(entries, { kind: 'without-replacement', size })) {
    const delta = shiftedBinomialDelta(subsetCount(query, size), epsilon);
    expect(delta).toBeGreaterThanOrEqual(truth);
    expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11) + 1e-15);
    expect(subsetBound(query, size, epsilon)).toBeGreaterThanOrEqual(truth);
  }
});
