import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-release-draw-'));

beforeAll(async () => {
  const rows = Array.from({ length: 2000 }, (_, row) => (row % 3 === 0 ? 'A' : 'B'));
  await writeFile(join(folder, 'people.csv'), ['ward', ...rows].join('\n'));
});

const order = (out: string, ...words: string[]): string[] => [
  ...['release', 'draw', join(folder, 'people.csv'), '--columns', 'ward', '--epsilon', '1', '--delta', '0.001'],
  ...['--out', join(folder, out), ...words],
];

test('a draw, a second one with a reason, and the list of both', async () => {
  const first = await run(order('sample.csv', '--rate', '0.1', '--json'));
  expect([first.exit, JSON.parse(first.out)]).toMatchObject([
    0,
    {
      ...{ verdict: 'safe', rate: 0.1, delta: 0.001, out: join(folder, 'sample.csv') },
      certificate: join(folder, 'sample.csv.certificate.json'),
    },
  ]);
  const drawn = (await readFile(join(folder, 'sample.csv'), 'utf8')).trim().split('\n');
  expect(drawn[0]).toBe('ward');
  expect(drawn.length).toBeGreaterThan(100);

  const refused = await run(order('more.csv', '--rate', '0.1', '--json'));
  expect([refused.exit, JSON.parse(refused.out).error.code]).toEqual([1, 'release_repeated']);

  const second = await run(order('more.csv', '--rate', '0.1', '--threshold', 'auto', '--reason', 'lost'));
  expect(second.out).toMatch(
    /^Drawn once; publish it as it is: .*more\.csv\n\nDifferentially private: .* fewer than \d+ sampled/,
  );

  const verified = await run(['release', 'verify', join(folder, 'sample.csv'), join(folder, 'people.csv')]);
  expect(verified.out).toMatch(/^VERIFIED\. .* entry 2 of the ledger\.\n[\s\S]*Drawn after it; .*\n[\s\S]* lost$/m);
  await writeFile(join(folder, 'sample.csv'), 'ward\nA\n');
  const exchanged = await run([
    ...['release', 'verify', join(folder, 'sample.csv'), join(folder, 'people.csv'), '--json'],
  ]);
  expect([exchanged.exit, JSON.parse(exchanged.out).error.code]).toEqual([1, 'certificate_mismatch']);

  const listed = await run(['release', 'draws', join(folder, 'people.csv')]);
  expect(listed.out).toMatch(/^Ledger verified: 5 entries\./);
  expect(listed.out).toMatch(/0\.1 +1 \(threshold \d+\) .* lost$/m);
});

test('people who are drawn are called people', async () => {
  const rows = Array.from({ length: 2000 }, (_, row) => `${Math.floor(row / 2)},A`);
  await writeFile(join(folder, 'visits.csv'), ['person,ward', ...rows].join('\n'));
  const words = [
    'release',
    'draw',
    join(folder, 'visits.csv'),
    '--columns',
    'ward',
    '--epsilon',
    '1',
    '--delta',
    '0.001',
  ];
  const { out } = await run([
    ...words,
    ...['--rate', '.05', '--unit', 'person', '--threshold', 'auto', '--out', join(folder, 'visited.csv')],
  ]);
  expect(out).toMatch(/fewer than \d+ sampled people were dropped/);
});

test.each([
  ['another ending', order('other.txt', '--rate', '0.1'), 1, 'file_unwritable'],
  ['a rate that is no number', order('other.csv', '--rate', 'NaN'), 1, 'value_out_of_range'],
  ['a draw without a promise', ['release', 'draw', 'people.csv', '--columns', 'ward'], 2, 'usage'],
  ['a list of no ledger', ['release', 'draws'], 2, 'usage'],
  ['a list of a ledger that is gone', ['release', 'draws', '--ledger', 'sqlite:nowhere'], 1, 'file_unreadable'],
])('%s is refused', async (_, words, exit, code) => {
  const found = await run([...words, '--json']);
  expect([found.exit, JSON.parse(found.out).error.code]).toEqual([exit, code]);
});
