import { expect, test } from 'vitest';
import { type Campaign, fingerprintOf, readCampaign, roundsOf } from './campaign.ts';

const campaign: Campaign = {
  version: 1,
  name: 'june',
  question: 'How did you come to work today?',
  answers: { kind: 'choices', values: ['train', 'bus'] },
  protocol: 'two-rounds',
  validity: 'plain',
  sampling: 0.4,
  baseline: [0.2, 0.2, 0.2],
  noise: { epsilon: 1 },
  aggregators: ['https://first.test', 'https://second.test/collect'],
  closes: null,
};

test('equal campaigns have one fingerprint, in whatever order they were written', async () => {
  const { version, ...others } = campaign;
  const again = readCampaign({ ...others, version, answers: { values: ['train', 'bus'], kind: 'choices' } });
  expect(await fingerprintOf(again)).toBe(await fingerprintOf(readCampaign(campaign)));
  expect(await fingerprintOf(again)).toMatch(/^[0-9a-f]{64}$/);
  expect(await fingerprintOf(readCampaign({ ...campaign, noise: { epsilon: 2 } }))).not.toBe(
    await fingerprintOf(again),
  );
});

test('a campaign cannot be changed', () => {
  const read = readCampaign(campaign);
  expect(Object.isFrozen(read) && Object.isFrozen(read.answers) && Object.isFrozen(read.aggregators)).toBe(true);
  expect(roundsOf(read)).toEqual([1, 2]);
});

test.each<[string, object, string]>([
  ['an unknown key', { noize: null }, 'unknown key "noize"'],
  ['another version', { version: 2 }, 'version must be 1'],
  ['no question', { question: '' }, 'question must be a text'],
  ['a value twice', { answers: { kind: 'choices', values: ['a', 'a'] } }, 'answers.values must have'],
  ['falling edges', { answers: { kind: 'numbers', edges: [2, 1] } }, 'must be increasing'],
  [
    'a flat grid',
    { answers: { kind: 'grid', south: 1, north: 1, west: 0, east: 1, rows: 1, columns: 1 } },
    'south below north',
  ],
  [
    'too many cells',
    { answers: { kind: 'grid', south: 0, north: 1, west: 0, east: 1, rows: 101, columns: 100 } },
    'at most',
  ],
  ['no such kind', { answers: { kind: 'poem' } }, 'must be one of'],
  ['certain sampling', { sampling: 1 }, 'sampling must be between'],
  ['a sampling that is none', { sampling: Number.NaN }, 'sampling must be between'],
  ['chances that miss 1', { baseline: [0.2, 0.2, 0.1] }, 'sum to exactly 1'],
  ['a short baseline', { baseline: [0.6] }, '3 in total'],
  ['no noise to speak of', { noise: { epsilon: 1e-9 } }, 'noise.epsilon must be'],
  ['one aggregator', { aggregators: ['https://first.test'] }, 'aggregators must have'],
  ['one aggregator twice', { aggregators: ['https://first.test', 'https://first.test'] }, 'all different'],
  ['an open wire', { aggregators: ['https://first.test', 'http://second.test'] }, 'https'],
  ['a date for an instant', { closes: '2026-12-01' }, 'closes must be an instant'],
])('%s is refused', (_, change, words) =>
  expect(() => readCampaign({ ...campaign, ...change })).toThrowError(
    expect.objectContaining({ code: 'campaign_invalid', message: expect.stringContaining(words) }),
  ),
);
