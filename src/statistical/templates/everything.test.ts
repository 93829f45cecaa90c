import { expect, test } from 'vitest';
import { smallQueries } from '../../../test/support/statistical-templates.ts';
import { unsampledDelta } from './everything.ts';

test.each([1, 2, 5, 8])('unsampledDelta of %i entries is the enumerated one', entries => {
  for (const { query, epsilon, truth } of smallQueries(entries, { kind: 'everything' })) {
    const delta = unsampledDelta(query, epsilon);
    expect(delta).toBeGreaterThanOrEqual(truth);
    expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11));
  }
});
