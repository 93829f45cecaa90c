/** One draw from ordered to published: what is written, what is recorded, and what is refused without a trace. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listDraws } from '../../src/release/index.ts';
import { drawFolder, peopleCsv, WARDS } from '../support/release-draw.ts';

const people = drawFolder();
const drawn = await people.draw({ columns: ['ward', 'age'], coarsen: 'age=range:10' });
const certificate = people.certificate('sample.csv');

describe('a draw', () => {
  test('tells what was promised and where everything is', () => {
    expect(drawn).toMatchObject({
      verdict: 'safe',
      rate: 0.1,
      rateFromData: false,
      epsilon: 1,
      delta: 0.001,
      entry: 2,
    });
    expect(drawn).toMatchObject({ threshold: null, out: people.path('sample.csv'), ledgerCreated: true });
    // SQLite removes its companions when it is ready
    const files = readdirSync(people.folder).filter(name => !/-(shm|wal)$/.test(name));
    expect(files.sort()).toEqual([
      'people.csv',
      'people.csv.sortition',
      'sample.csv',
      'sample.csv.certificate.html',
      'sample.csv.certificate.json',
    ]);
    expect(statSync(drawn.out).mode & 0o777).toBe(0o644);
  });

  test('shows each value about as often as its rate says, and not as another rate would', () => {
    const lines = people.lines('sample.csv');
    for (const [ward, count] of Object.entries(WARDS)) {
      const shown = lines.filter(line => line.startsWith(`${ward},`)).length;
      const deviation = Math.sqrt(count * 0.1 * 0.9);
      expect(Math.abs(shown - 0.1 * count)).toBeLessThan(5 * deviation);
      expect(Math.abs(shown - 0.2 * count)).toBeGreaterThan(5 * deviation);
    }
    expect(new Set(lines.map(line => line.split(',')[1]))).toEqual(new Set(['20', '30', '40', '50', '60']));
  });

  test('is in random order: neighbours share their ward no oftener than strangers', () => {
    const wards = people.lines('sample.csv').map(line => line[0]);
    const alike = wards.filter((ward, place) => ward === wards[place + 1]).length / wards.length;
    const sorted = [...wards].sort();
    const alikeSorted = sorted.filter((ward, place) => ward === sorted[place + 1]).length / wards.length;
    expect(alike).toBeLessThan(0.6);
    expect(alikeSorted).toBeGreaterThan(0.9);
  });
});

describe('its certificate', () => {
  test('names the order, the hashes and the entry of the ledger', async () => {
    expect(certificate).toMatchObject({
      table: 'people',
      columns: [
        { name: 'ward', rules: [] },
        { name: 'age', rules: ['range:10'] },
      ],
      unit: null,
      rate: '0.1',
      rateFromData: false,
      promise: { kind: 'table', epsilon: 1, delta: 0.001, factor: 2, unknownRows: 1 },
      output: { file: 'sample.csv', sha256: createHash('sha256').update(readFileSync(drawn.out)).digest('hex') },
      ledger: { entry: drawn.entry, head: drawn.head },
      reason: null,
      earlier: [],
    });
    expect(await listDraws({ data: people.path('people.csv'), certificate: drawn.certificate })).toMatchObject({
      verified: true,
      draws: [{ entry: 2, table: 'people', rate: '0.1' }],
    });
  });

  test('holds no count of the table and no chance that was computed from it', () => {
    // neither colours nor hashes nor the time of day are counts, though a count may happen to be spelled like one of them
    const page = readFileSync(drawn.page, 'utf8').replace(/<style>.*<\/style>|[0-9a-f]{64}/gs, '');
    const spoken = JSON.stringify({ ...certificate, output: null, schema: null, ledger: null });
    const text = `${spoken}${page}`.replaceAll(String(certificate.at), '');
    for (const count of [10_000, ...Object.values(WARDS), people.lines('sample.csv').length])
      expect(text).not.toContain(String(count));
    expect(text).not.toMatch(/\d\.\d{4,}|e-\d/);
    expect(text).toContain('weaker than differential privacy');
  });

  test('is a page that fetches nothing', () => {
    const page = readFileSync(drawn.page, 'utf8');
    expect(page).not.toMatch(/https?:|src=|<link|@import|<script/);
    expect(page).toContain('What is not promised');
  });
});

describe('another draw of the same table', () => {
  test('is refused, also from a copy or for other columns, and needs a reason that both can find', async () => {
    const again = drawFolder();
    const ledger = `sqlite:${again.path('draws.ledger')}`;
    const first = await again.draw({ ledger });
    copyFileSync(again.path('people.csv'), again.path('copy.csv'));
    const out = again.path('second.csv');
    for (const same of [{}, { columns: ['age'], rate: '0.01' }, { data: again.path('copy.csv') }])
      expect(await again.refused({ out, ledger, ...same })).toMatchObject({ code: 'release_repeated' });
    await again.draw({ out, ledger, reason: 'the <first> was lost' });
    expect(again.certificate('second.csv')).toMatchObject({
      reason: 'the <first> was lost',
      earlier: [{ entry: first.entry, rate: '0.1', reason: null }],
    });
    expect(readFileSync(`${out}.certificate.html`, 'utf8')).toContain('the &lt;first&gt; was lost');
    const listed = await listDraws({ ledger, certificate: first.certificate });
    expect(listed).toMatchObject({ verified: true, draws: [{ reason: null }, { reason: 'the <first> was lost' }] });
    expect(await listDraws({ ledger, certificate: people.path('sample.csv.certificate.json') })).toMatchObject({
      verified: false,
    });
  });

  test('that begins at the same time is refused', async () => {
    const race = drawFolder();
    const outs = ['one.csv', 'two.csv', 'three.csv'];
    const settled = await Promise.allSettled(outs.map(out => race.draw({ out: race.path(out) })));
    const codes = settled.map(each => (each.status === 'fulfilled' ? 'drawn' : each.reason.code));
    expect(codes.sort()).toEqual(['drawn', 'release_repeated', 'release_repeated']);
    expect(readdirSync(race.folder).filter(name => /^(one|two|three|\.)/.test(name))).toHaveLength(3);
  });
});

test('a rate that nobody named is read off the data, lies on the grid, and is flagged', async () => {
  const derived = drawFolder();
  expect(await derived.draw({ rate: 'auto' })).toMatchObject({ rate: 0.2, rateFromData: true });
  expect(derived.certificate('sample.csv')).toMatchObject({ rate: '0.2', rateFromData: true });
  expect(readFileSync(derived.path('sample.csv.certificate.html'), 'utf8')).toContain(
    'The rate was not named beforehand',
  );
});

test('an unsafe rate is refused, and the refusal says that it depends on the data', async () => {
  const folder = drawFolder({ 'people.csv': peopleCsv(), 'rare.csv': `${peopleCsv()}D,f,20\n` });
  const unsafe = await folder.refused({ rate: '0.48' });
  expect(unsafe).toMatchObject({ code: 'release_unsafe', message: expect.stringContaining('depends on the data') });
  expect(await folder.refused({ data: folder.path('rare.csv'), rate: '0.05' })).toMatchObject({
    code: 'release_unsafe',
  });
});

const odd = drawFolder({
  'people.csv': peopleCsv(),
  'empty.csv': 'ward,sex\n',
  'one.csv': 'ward,sex\nA,f\n',
  'distinct.csv': ['ward,sex', ...Array.from({ length: 300 }, (_, row) => `w${row},f`)].join('\n'),
  'taken.csv': 'ward\n',
});
mkdirSync(odd.path('folder.csv'));

test.each([
  [{ columns: ['ward', 'town'] }, 'unknown_column'],
  [{ columns: ['ward', 'ward'] }, 'name_taken'],
  [{ unit: 'name' }, 'unknown_column'],
  [{ coarsen: 'age=range:10' }, 'unknown_column'],
  [{ coarsen: 'ward=suppress:5' }, 'sampling_unsound'],
  [{ data: 'empty.csv' }, 'table_empty'],
  [{ data: 'one.csv' }, 'release_unsafe'],
  [{ data: 'distinct.csv' }, 'release_unsafe'],
  [{ data: 'nowhere.csv' }, 'file_unreadable'],
  [{ rate: '0' }, 'value_out_of_range'],
  [{ data: 'distinct.csv', rate: 'auto' }, 'release_unsafe'],
  [{ rate: '1' }, 'value_out_of_range'],
  [{ rate: Number.NaN }, 'value_out_of_range'],
  [{ epsilon: Number.NaN }, 'value_out_of_range'],
  [{ epsilon: '-1' }, 'value_out_of_range'],
  [{ delta: 0 }, 'value_out_of_range'],
  [{ delta: Number.NaN }, 'value_out_of_range'],
  [{ out: 'sample.txt' }, 'file_unwritable'],
  [{ out: 'taken.csv' }, 'file_unwritable'],
  [{ out: 'people.csv' }, 'file_unwritable'],
  [{ out: 'nowhere/sample.csv' }, 'file_unwritable'],
  [{ ledger: 'sqlite:/nowhere/draws.ledger' }, 'ledger_unwritable'],
  [{ ledger: 'paper' }, 'ledger_unsupported'],
])('%j is refused with %s and leaves nothing', async (more, code) => {
  const placed = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      key === 'data' || key === 'out' ? odd.path(String(value)) : value,
    ]),
  );
  expect((await odd.refused(placed)).code).toBe(code);
});

test('where all values are distinct it is said why no rate is safe', async () => {
  const { message } = await odd.refused({ data: odd.path('distinct.csv') });
  expect(message).toContain('No rate is safe');
  expect(message).toContain('300 occur only once');
});
