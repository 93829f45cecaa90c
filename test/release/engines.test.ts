/** The same table is judged alike wherever it lies: in a file, and in PostgreSQL. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CoarsenedColumn, type Engine, openDataFile, openEngine } from '../../src/engine/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { type AuditRequest, audit, guarantee } from '../../src/release/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { startPostgres } from '../support/postgres.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

const below = uniform(reproducibleEntropy(7));
const WARDS = ['A', 'b', 'É', "o'hara"];
const ROWS = Array.from({ length: 400 }, (_, row) => [
  1 + Math.floor(row / 3),
  below(20) === 0 ? null : WARDS[Math.min(below(4), below(4))],
  below(20) === 0 ? null : 20 + below(8) * below(8),
  `20${10 + below(3)}-0${1 + below(9)}-1${below(10)}`,
]);

const promised = guarantee({ epsilon: 1, delta: 0.05 });
const column = (name: string, ...rules: CoarsenedColumn['rules']): CoarsenedColumn => ({ name, rules });
const kinds = new Map([
  ['person', 'number'],
  ['ward', 'text'],
  ['age', 'number'],
  ['seen', 'date'],
] as const);

const REQUESTS: readonly Omit<AuditRequest, 'table'>[] = [
  { columns: [column('ward')], kinds, promised },
  { columns: [column('ward'), column('age', { kind: 'top', most: 40 })], kinds, promised },
  { columns: [column('age', { kind: 'range', width: 20 }), column('seen', { kind: 'year' })], kinds, promised },
  { columns: [column('seen', { kind: 'month' })], kinds, promised, rate: '0.1' },
  {
    columns: [
      column('ward', {
        kind: 'mapping',
        names: new Map([
          ['A', 'x'],
          ["o'hara", 'y'],
        ]),
      }),
    ],
    kinds,
    promised,
  },
  { columns: [column('ward')], kinds, promised, unit: 'person' },
];

async function onFile(): Promise<Engine> {
  const path = join(await mkdtemp(join(tmpdir(), 'sortition-release-engines-')), 'visits.csv');
  const lines = ROWS.map(row => row.map(cell => cell ?? '').join(','));
  await writeFile(path, ['person,ward,age,seen', ...lines].join('\n'));
  return (await openDataFile(path)).engine;
}

async function onPostgres(url: string): Promise<Engine> {
  const policy = await loadPolicy({
    source: { engine: 'postgres', url: 'env:URL' },
    tables: {
      visits: {
        unit: 'person',
        rowsPerUnit: 3,
        columns: { ward: { type: 'text' }, age: { type: 'integer' }, seen: { type: 'date' } },
      },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:visits.ledger',
  });
  return openEngine(policy, { environment: { URL: url } });
}

test.skipIf(server === undefined)('audits agree, in every number', async () => {
  await server!.run('CREATE TABLE visits (person INTEGER, ward TEXT, age INTEGER, seen DATE)');
  for (const row of ROWS) await server!.run('INSERT INTO visits VALUES ($1, $2, $3, $4)', row);
  const [file, postgres] = [await onFile(), await onPostgres(server!.url)];
  try {
    for (const request of REQUESTS) {
      const [{ worst: ofFile, ...one }, { worst: ofPostgres, ...other }] = [
        await audit(file, { ...request, table: 'visits' }),
        await audit(postgres, { ...request, table: 'visits' }),
      ];
      expect(other).toEqual(one);
      expect(ofPostgres.map(({ count }) => count)).toEqual(ofFile.map(({ count }) => count));
      expect(one.distinct).toBeGreaterThan(1);
    }
  } finally {
    await file.close();
    await postgres.close();
  }
});
