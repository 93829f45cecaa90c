/** Fields of CSV and JSON files are read as the plan's scan reads text, whatever they are spelled like. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawData } from '../../src/plan/operators/operator.ts';
import { loadPolicy, type Policy } from '../../src/source/index.ts';
import { expected, resultsOf } from './results.ts';
import { spellings } from './spellings.ts';

const KEY = 'ab'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'sortition-text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sampled = (kind: keyof typeof spellings): string[] => fc.sample(spellings[kind], { numRuns: 600, seed: 7 });

const NUMERALS = [
  '1',
  '-0.005',
  '0.005',
  '1e3',
  '.5',
  '5.',
  '+7',
  '1_000',
  '0x10',
  ' 12',
  'NaN',
  'inf',
  '1e999',
  '-1e999',
  'x',
  '12\t',
  '-Infinity',
  '1,234',
  '12 34',
  ...sampled('number'),
];
const SPELLED: Readonly<Record<string, readonly string[]>> = {
  count: [...NUMERALS, '120', '121', '-1', '2.5', '-2.5', '99999999999999999999'],
  born: [...NUMERALS, '9223372036854775808', '-9007199254740993', '9'.repeat(38), '9'.repeat(39)],
  cost: NUMERALS,
  seen: [
    '2024-02-29',
    '2023-02-29',
    '2024-2-9',
    '0000-01-01',
    '0001-01-01',
    '2024-01-01 00:00:00',
    'today',
    '1969-12-31',
    '2024-02-29 23:30:00-01:00',
    ' 2024-02-29',
    ...sampled('moment'),
  ],
  arrived: [
    '2024-02-29T12:34:56.789012Z',
    '2024-02-29 12:34',
    '2024-02-29T12:34Z',
    '2024-02-29T12:34+02:00',
    '2024-02-29 12:34:56-11:30',
    '2024-02-29T24:00:00Z',
    '2024-02-29T23:59:60Z',
    '2024-02-29',
    '2024-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    'now',
    '2024-02-29 12:34:56+00',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00+23:59',
    ...sampled('moment'),
  ],
  urgent: ['true', 'false', 'TRUE', '1', 't', 'yes', ...sampled('truth')],
  town: ['Zürich', `o'Brien`, 'a,b', 'say "no"', 'two\nlines', '=cmd()', '🤦🏼‍♂️', ' a ', 'NULL'],
};

const columns = {
  count: { type: 'integer', min: 0, max: 120 },
  born: { type: 'integer' },
  cost: { type: 'number', min: -1, max: 1000, step: 0.01 },
  seen: { type: 'date' },
  arrived: { type: 'timestamp' },
  urgent: { type: 'boolean' },
  town: { type: 'text' },
} as const;

const names = Object.keys(columns);
const length = Math.max(...Object.values(SPELLED).map(fields => fields.length));
// an empty field of a CSV file is null
const rows = Array.from({ length }, (_, place) =>
  Object.fromEntries(names.map(name => [name, SPELLED[name][place] || null])),
);
const quoted = (field: string | null): string => (field === null ? '' : `"${field.replaceAll('"', '""')}"`);
const csv = (delimiter: string): string =>
  [names.join(delimiter), ...rows.map(row => names.map(name => quoted(row[name])).join(delimiter)), ''].join('\n');

const FILES: Readonly<Record<string, string>> = {
  'comma.csv': csv(','),
  'semicolon.csv': `\uFEFF${csv(';')}`,
  'array.json': JSON.stringify(rows),
  'lines.ndjson': rows.map(row => JSON.stringify(row)).join('\n'),
};

const policyFor = (file: string): Promise<Policy> =>
  loadPolicy({
    source: { engine: 'duckdb', path: join(folder, file) },
    tables: { fields: { path: join(folder, file), columns } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:none.ledger',
  });

const groupedBy = (name: string): Plan => ({
  version: 1,
  input: { kind: 'scan', table: 'fields' },
  grouping: { kind: 'private', keys: [{ name, expression: { kind: 'column', name } }] },
  aggregates: [{ kind: 'count', name: 'rows' }],
  afterwards: {},
});

test.each(Object.keys(FILES))('%s', async file => {
  writeFileSync(join(folder, file), FILES[file]);
  const policy = await policyFor(file);
  const engine = await openEngine(policy);
  const data: RawData = { fields: rows };
  for (const name of names) {
    const plan = check(groupedBy(name), policy);
    expect(await resultsOf(engine, plan, { key: KEY }), name).toEqual(expected(meaning(plan, data, KEY)));
  }
  await engine.close();
});

test('whole numbers in text are exact beyond 2^53', async () => {
  const path = join(folder, 'exact.csv');
  writeFileSync(path, 'id\n9007199254740993\n9007199254740992\n');
  const policy = await loadPolicy({
    source: { engine: 'duckdb', path },
    tables: { exact: { columns: { id: { type: 'integer' } } } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:none.ledger',
  });
  const engine = await openEngine(policy);
  const plan = check({ ...groupedBy('id'), input: { kind: 'scan', table: 'exact' } }, policy);
  expect([...(await resultsOf(engine, plan, { key: KEY })).keys()]).toEqual([
    '["9007199254740992n"] 0 ',
    '["9007199254740993n"] 0 ',
  ]);
  await engine.close();
});
