import { expect, test } from 'vitest';
import { naturalBounds, readDistribution } from './written-distribution.ts';

test.each([
  ['normal:0,1', { kind: 'normal', mean: 0, deviation: 1 }, undefined],
  ['lognormal:5,0.5', { kind: 'lognormal', mean: 5, deviation: 0.5 }, undefined],
  ['uniform:-1,1e3', { kind: 'uniform', from: -1, to: 1000 }, { min: -1, max: 1000 }],
  ['beta:2,10', { kind: 'beta', successes: 2, failures: 10 }, { min: 0, max: 1 }],
  ['bimodal', { kind: 'bimodal' }, { min: 0, max: 1 }],
] as const)('%s is read, and reaches as far as it says', (words, law, bounds) => {
  expect(readDistribution(words)).toEqual(law);
  expect(naturalBounds(readDistribution(words))).toEqual(bounds);
  expect(readDistribution(`${words} + bimodal`)).toEqual({ kind: 'mixture', parts: [law, { kind: 'bimodal' }] });
});

test.each([
  '',
  'normal',
  'normal:1',
  'normal:1,2,3',
  'normal:,1',
  'normal:a,1',
  'normal:NaN,1',
  'bimodal:1',
  'cauchy:0,1',
])('"%s" is no law', words => {
  expect(() => readDistribution(words)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
