import { describe, expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { noiseReach } from '../index.ts';
import type { Campaign } from '../protocol/index.ts';
import { differencesOf, FALSE_ALARM } from './released-totals.ts';

const HASH = 'a'.repeat(64);

const agreed = (count: number) => ({ reports: HASH, count });

/** What two aggregators release whose totals are these together. */
const replies = (differences: readonly number[], count: number) => [
  { ...agreed(count), total: differences.map(each => String((each + 2 ** 32) % 2 ** 32)) },
  { ...agreed(count), total: differences.map(() => '0') },
];

const refused = (campaign: Campaign, released: readonly unknown[], count = 201) => {
  try {
    return differencesOf(campaign, agreed(count), released);
  } catch (caught) {
    return (caught as { code: string }).code;
  }
};

describe('totals that cannot be counts are not published', () => {
  const exact = campaignOf({ noise: null });
  const noisy = campaignOf({ noise: { epsilon: 0.5 } });
  const reach = noiseReach({ noiseEpsilon: 0.5, aggregators: 2, values: 3, chance: FALSE_ALARM });

  test('without noise a count is from 0 to the number of reports, exactly', () => {
    expect(refused(exact, replies([0, 201, 7], 201))).toEqual([0, 201, 7]);
    for (const wrong of [
      [0, 202, 0],
      [-1, 0, 0],
      [0, 0, 1_051_757_595],
    ])
      expect(refused(exact, replies(wrong, 201))).toBe('totals_impossible');
  });

  test('with noise it may lie outside by as much as the noise reaches, and no more', () => {
    expect(refused(noisy, replies([-reach, 201 + reach, 0], 201))).toEqual([-reach, 201 + reach, 0]);
    for (const wrong of [
      [-reach - 1, 0, 0],
      [0, 202 + reach, 0],
    ])
      expect(refused(noisy, replies(wrong, 201))).toBe('totals_impossible');
  });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['another number of values', { reports: HASH, count: 3, total: ['1'] }],
  ['no numbers', { reports: HASH, count: 3, total: ['1', 'x', '2'] }],
  ['no number of reports', { reports: HASH, total: ['1', '1', '2'] }],
])('an aggregator that tells %s is named', (_, wrong) =>
  expect(refused(campaignOf(), [replies([1, 1, 1], 3)[0], wrong], 3)).toBe('aggregator_unreachable'),
);

test('totals of other reports, or of another number of them, are not put together', () => {
  const [first, second] = replies([1, 1, 1], 3);
  expect(refused(campaignOf(), [first, { ...second, reports: 'b'.repeat(64) }], 3)).toBe('reports_differ');
  expect(refused(campaignOf(), [first, { ...second, count: 4 }], 3)).toBe('reports_differ');
});
