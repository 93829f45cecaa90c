/** What a table shows of values: true digits, no more than the noise leaves, and no sign of zero. */
import { expect, test } from 'vitest';
import { describeEstimate } from './estimate-text.ts';

const released = (estimate: number, standardError: number, low: number, high: number) => ({
  estimate,
  standardError,
  interval95: [low, high] as const,
});

test.each([
  ['noise decides the digits', released(1234.5678, 2.5, 1229.4, 1239.6), ['1,234.6', '1,229.4 to 1,239.6']],
  ['where there is none, all are true', released(61.5, 0, 61.5, 61.5), ['61.5', '61.5 to 61.5']],
  ['what rounds to zero has no sign', released(0, 1, -0.25, 0.25), ['0', '0 to 0']],
  [
    'a small range stays a range',
    { estimate: null, standardError: null, interval95: [0, 0.4] as const, reason: 'too_few' as const },
    ['too few to tell', '0 to 0.4'],
  ],
  [
    'ends with many digits are rounded outwards, and others as they were given',
    {
      estimate: null,
      standardError: null,
      interval95: [-12345678.9, 2121.3203435596424] as const,
      reason: 'too_few' as const,
    },
    ['too few to tell', '-12345678.9 to 2121.33'],
  ],
  [
    'a rank error that nobody knows',
    { estimate: 5, standardError: null, interval95: null, rankError95: null },
    ['5', 'rank error depends on the number of rows'],
  ],
])('%s', (_, value, text) => expect(describeEstimate(value)).toEqual(text));
