import { expect, test } from 'vitest';
import { campaignOf } from '../../test/support/campaign.ts';
import { describePublished } from './collect-publish-text.ts';

const published = {
  campaign: 'f'.repeat(64),
  estimates: [
    { value: 'train', estimate: 167.5, standardError: 17.9, interval95: [136.2, 206.4] },
    { value: 'bicycle', estimate: -3, standardError: 4.7, interval95: [0, 8.1] },
  ],
  reports: 301,
  charged: { epsilon: 0.81467, delta: 0 },
  remaining: { epsilon: 1.18533, delta: 0 },
  recorded: false,
  entry: 3,
  head: '0'.repeat(64),
} as const;

test('people read the question, the estimates with their intervals, and what they cost', () => {
  expect(describePublished(campaignOf(), published)).toBe(
    [
      'How did you come to work today?',
      '',
      '         people  standard error  95 % interval',
      'train       168              18     136 to 206',
      'bicycle      -3               5         0 to 8',
      '',
      '301 reports were counted.',
      '',
      'Charged epsilon 0.81467, delta 0; epsilon 1.18533, delta 0 are left.',
    ].join('\n'),
  );
});

test('what was told before says so', () =>
  expect(describePublished(campaignOf(), { ...published, recorded: true })).toContain(
    'free of charge now; it cost epsilon',
  ));

test('without noise it is named so, with its risk and the fewest people it protects', () => {
  const text = describePublished(campaignOf({ noise: null, sampling: 0.45 }), published);
  expect(text).toContain('NO NOISE');
  expect(text).toContain('revealed with probability 0.45');
  expect(text).toContain('at least 36 people');
});
