import { expect, test } from 'vitest';
import { drawSecrets } from './campaign-secrets.ts';

const aggregators = ['https://first.example', 'https://second.example', 'https://third.example'];
const { organiser, aggregators: files } = drawSecrets({ aggregators });

const secretsIn = (data: unknown): string[] => JSON.stringify(data).match(/[0-9a-f]{64}/g) ?? [];

test('no file holds what the collector shows, to anybody', () => {
  const tokens = Object.values(organiser.collectorTokens);
  expect(new Set(tokens).size).toBe(3);
  for (const file of files) for (const token of tokens) expect(secretsIn(file)).not.toContain(token);
});

test('beside what all aggregators share, no two files have a secret in common', () => {
  const shared = [organiser.ticketKey, files[0].setKey];
  const own = files.map(file => secretsIn(file).filter(secret => !shared.includes(secret)));
  expect(own.map(({ length }) => length)).toEqual([5, 5, 5]);
  expect(new Set(own.flat()).size).toBe(15);
  expect(secretsIn(organiser)).not.toContain(files[0].setKey);
});
