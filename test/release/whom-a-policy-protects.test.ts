/** Whom a draw protects is whom the policy protects in that table: by its key where it has no unit, and no other table's people. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditRelease, checkRelease, compareRelease, listDraws } from '../../src/release/index.ts';
import { type DrawFolder, drawFolder } from '../support/release-draw.ts';

const many = (rows: number, row: (place: number) => string): string[] =>
  Array.from({ length: rows }, (_, at) => row(at));

/** One person has two hundred rows, and two hundred are nobody's. */
const VISITS = [
  'person,doctor,ward',
  ...many(500, at => `p${at},d${at},common`),
  ...many(200, () => 'p0,d0,rare'),
  ...many(200, () => ',,nobodys'),
].join('\n');

const COLUMNS = { columns: { ward: { type: 'text' } } };

const withTables = (tables: object): DrawFolder =>
  drawFolder({
    'people.csv': VISITS,
    'policy.json': JSON.stringify({
      ...{ source: { engine: 'duckdb', path: 'people.csv' }, tables, ledger: 'sqlite:visits.ledger' },
      budget: { epsilon: 9, delta: 1e-3 },
    }),
  });

const PRIVATE = {
  columns: ['ward'],
  rate: '0.5',
  epsilon: 1,
  delta: 1e-6,
  threshold: 'auto',
  coarsen: undefined,
} as const;

const wardsIn = (path: string): string[] => [
  ...new Set(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => line.split(',').at(-1)!),
  ),
];

test('rows that share a key are drawn as one person, and rows without one not at all', async () => {
  const folder = withTables({ visits: { key: 'person', ...COLUMNS } });
  const [data, table] = [folder.path('policy.json'), 'visits'];
  const byPolicy = await folder.draw({ ...PRIVATE, data, table, out: folder.path('one.csv') });
  const besideIt = { policy: folder.path('policy.json'), reason: 'again', out: folder.path('two.csv') };
  const ofFile = await folder.draw({ ...PRIVATE, ...besideIt });
  for (const { unit, out } of [byPolicy, ofFile]) {
    expect(unit).toBe('person');
    expect(wardsIn(out)).toEqual(['common']);
  }
  const sample = { sample: byPolicy.out, data, table };
  expect(await checkRelease({ ...sample, epsilon: 9 })).toMatchObject({ unit: 'person', rows: 500, distinct: 2 });
  expect(await compareRelease(sample)).toMatchObject({ unit: 'person', rows: 500 });
  expect(await auditRelease({ data, table, columns: ['ward'], epsilon: 1, delta: 0.1 })).toMatchObject({ rows: 500 });
});

const TWO = {
  rows: { path: 'people.csv', ...COLUMNS },
  doctors: { path: 'people.csv', unit: 'doctor', rowsPerUnit: 300, ...COLUMNS },
};

test.each([
  ['doctors', 'doctor'],
  ['rows', null],
])('of two tables of one file, the people of %s are drawn where it is named', async (table, unit) => {
  const folder = withTables(TWO);
  const drawn = await folder.draw({ ...PRIVATE, data: folder.path('policy.json'), table });
  expect(drawn.unit).toBe(unit);
  const { draws } = await listDraws({ policy: folder.path('policy.json') });
  expect(draws).toMatchObject([{ table, unit }]);
  expect(wardsIn(drawn.out).includes('rare')).toBe(unit === null);
});

test('a file that is read as two tables does not say whom it protects', async () => {
  const folder = withTables(TWO);
  await expect(folder.draw({ ...PRIVATE, policy: folder.path('policy.json') })).rejects.toMatchObject({
    code: 'source_mismatch',
    message: expect.stringContaining('rows and doctors'),
  });
});

test('a public table that is named is nobody to be drawn', async () => {
  const folder = withTables({ visits: COLUMNS, wards: { public: true, key: 'ward', path: 'wards.csv', ...COLUMNS } });
  writeFileSync(folder.path('wards.csv'), 'ward\nrare\ncommon\n');
  const order = { ...PRIVATE, data: folder.path('policy.json'), table: 'wards' };
  await expect(folder.draw(order)).rejects.toMatchObject({ code: 'source_mismatch' });
});
