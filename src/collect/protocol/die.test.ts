import { expect, test } from 'vitest';
import { exactly } from '../../../test/support/exactly.ts';
import { roll, sidesOf } from './die.ts';

test.each([
  [{ sampling: 0.45, baseline: [0.1, 0.45] }, 1, { sampled: '9/20', 0: '1/10', 1: '9/20' }],
  [{ sampling: 0.25, baseline: null }, 2, { sampled: '1/4', 0: '1/4', 1: '1/4', 2: '1/4' }],
  [{ sampling: 0.5, baseline: [0, 0.5] }, 1, { sampled: '1/2', 1: '1/2' }],
])('%j is rolled exactly', (chances, values, law) =>
  expect(exactly(below => roll(below, sidesOf(chances, values)))).toEqual(law),
);

test.each([
  [{ sampling: 0.45, baseline: [0.1] }, 1],
  [{ sampling: 0.45, baseline: [0.1, 0.44] }, 1],
  [{ sampling: 0.3, baseline: [0.3, 0.3, 0.1, 0] }, 2],
])('%j for %d values is no die', (chances, values) =>
  expect(() => sidesOf(chances, values)).toThrowError(expect.objectContaining({ code: 'campaign_invalid' })),
);
