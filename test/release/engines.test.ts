/** The same table is judged alike wherever it lies: in a file, and in PostgreSQL. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import {
  type CoarsenedColumn,
  countCombinations,
  type Engine,
  openDataFile,
  openEngine,
} from '../../src/engine/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { type AuditRequest, audit } from '../../src/release/audit.ts';
import { pairGroups } from '../../src/release/pair-groups.ts';
import { guarantee } from '../../src/release/rates/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { openDatabase } from '../support/postgres.ts';

const server = await openDatabase();
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

/** A sample in a file, matched with its table wherever that lies. */
async function matched(engine: Engine): Promise<string[]> {
  const path = join(await mkdtemp(join(tmpdir(), 'sortition-release-sample-')), 'sample.csv');
  const drawn = ROWS.filter((_, row) => row % 5 === 0);
  const decade = (age: unknown): string => (age === null ? '' : String(Math.floor(Number(age) / 10) * 10));
  const lines = drawn.map(([, ward, age, seen]) => [ward ?? '', decade(age), String(seen).slice(0, 7)].join(','));
  await writeFile(path, ['ward,age,seen', ...lines].join('\n'));
  const sample = await openDataFile(path);
  try {
    const columns = [column('ward'), column('age', { kind: 'range', width: 10 }), column('seen', { kind: 'month' })];
    const groups = await pairGroups({ sample, data: { engine, table: 'visits' }, columns }, {});
    return groups.map(({ count, shown, values }) => `${values} of ${count}, ${shown} shown`).sort();
  } finally {
    await sample.engine.close();
  }
}

test.skipIf(server === undefined)('audits and checks agree, in every number', async () => {
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
    const [ofFile, ofPostgres] = [await matched(file), await matched(postgres)];
    expect(ofPostgres).toEqual(ofFile);
    expect(ofFile.filter(pair => !pair.endsWith(', 0 shown'))).not.toEqual([]);
  } finally {
    await file.close();
    await postgres.close();
  }
});

/** Values that are equal in some engine and differ in how they are written, and how often each is published. */
const SPELLED = [
  ['1.0', '0', '1 mon', '{"a":1}', 'a'],
  ['1.00', '-0', '30 days', '{"a":1}', 'A'],
  ['1.50', '2.5', '1 mon', '{"a": 1}', 'a'],
] as const;

const rarestOf = async (engine: Engine, name: string) => {
  const found = await countCombinations(engine, {
    table: 'spelled',
    columns: [{ name, rules: [] }],
    alternatives: [],
    rarest: 9,
  });
  return found.rarest.map(({ rows, count }) => `${rows[0][0]}: ${count}`);
};

test.skipIf(server === undefined)(
  'what PostgreSQL takes for one number is one value, and for one word two',
  async () => {
    await server!.run(
      'CREATE TABLE spelled (price NUMERIC, size DOUBLE PRECISION, span INTERVAL, note JSON, ward TEXT)',
    );
    for (const row of SPELLED) await server!.run('INSERT INTO spelled VALUES ($1, $2, $3, $4, $5)', [...row]);
    const columns = { price: 'number', size: 'number', span: 'text', note: 'text', ward: 'text' } as const;
    const policy = await loadPolicy({
      source: { engine: 'postgres', url: 'env:URL' },
      tables: {
        spelled: { columns: Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, { type }])) },
      },
      budget: { epsilon: 1 },
      ledger: 'sqlite:spelled.ledger',
    });
    const engine = await openEngine(policy, { environment: { URL: server!.url } });
    try {
      expect(await rarestOf(engine, 'price')).toEqual(['1.5: 1', '1: 2']);
      expect(await rarestOf(engine, 'size')).toEqual(['2.5: 1', '0: 2']);
      expect(await rarestOf(engine, 'span')).toEqual(['30 days: 1', '1 mon: 2']);
      expect(await rarestOf(engine, 'note')).toEqual(['{"a": 1}: 1', '{"a":1}: 2']);
      expect(await rarestOf(engine, 'ward')).toEqual(['A: 1', 'a: 2']);
    } finally {
      await engine.close();
    }
  },
);

/** Of each type: how it is said in SQL, and how it is published, by DuckDB too where it has the type. */
const PUBLISHED = {
  'DOUBLE PRECISION': [
    ...[
      ["'NaN'", 'nan'],
      ["'-Infinity'", '-inf'],
      ["'-0'", '0'],
      ['1e15', '1000000000000000'],
      ['1e16', '1e+16'],
    ],
    ...[
      ['1e-5', '1e-05'],
      ['0.0001', '0.0001'],
      ['0.1', '0.1'],
      ['1234567890123456.5', '1234567890123456.5'],
    ],
  ],
  REAL: [
    ['0.1', '0.1'],
    ['1e6', '1000000'],
    ['16777216', '16777216'],
  ],
  'NUMERIC(9, 2)': [
    ['7', '7'],
    ['100', '100'],
    ['-0.50', '-0.5'],
    ['0', '0'],
  ],
  DATE: [["'2024-02-29'", '2024-02-29']],
  TIMESTAMP: [["'2024-02-29 10:00:00.5'", '2024-02-29 10:00:00.5']],
  TIMESTAMPTZ: [["'2024-02-29 10:00:00+02'", '2024-02-29 08:00:00+00']],
  BOOLEAN: [['true', 'true']],
} as const;

test.skipIf(server === undefined)(
  'a value is published alike wherever it lies, whatever a database has set',
  async () => {
    const database = new URL(server!.url).pathname.slice(1);
    await server!.run(`ALTER DATABASE ${database} SET DateStyle = 'German'`);
    await server!.run(`ALTER DATABASE ${database} SET extra_float_digits = -3`);
    const folder = await mkdtemp(join(tmpdir(), 'sortition-release-published-'));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    for (const [place, [type, cases]] of Object.entries(PUBLISHED).entries()) {
      const table = `published${place}`;
      const values = cases.map(([said]) => `(CAST(${said} AS ${type}))`).join(', ');
      await server!.run(`CREATE TABLE ${table} (v ${type})`);
      await server!.run(`INSERT INTO ${table} VALUES ${values}`);
      await duckdb.run(`COPY (SELECT v FROM (VALUES ${values}) t(v)) TO '${join(folder, `${table}.parquet`)}'`);
      const policy = await loadPolicy({
        source: { engine: 'postgres', url: 'env:URL' },
        tables: { [table]: { columns: { v: { type: 'text' } } } },
        budget: { epsilon: 1 },
        ledger: 'sqlite:published.ledger',
      });
      const engines = [
        await openEngine(policy, { environment: { URL: server!.url } }),
        (await openDataFile(join(folder, `${table}.parquet`))).engine,
      ];
      for (const engine of engines) {
        const columns = [{ name: 'v', rules: [] }];
        const found = await countCombinations(engine, { table, columns, alternatives: [], rarest: 99 });
        const texts = found.rarest.map(({ rows }) => String(rows[0][0])).sort();
        expect(texts).toEqual(cases.map(([, published]) => published).sort());
        await engine.close();
      }
    }
  },
);

test.skipIf(server === undefined)(
  'one number that no double holds stops nobody, and padded text is one text',
  async () => {
    await server!.run('CREATE TABLE odd (v NUMERIC, w CHAR(5))');
    await server!.run(
      `INSERT INTO odd VALUES (1e400, 'a'), (-1e400, 'a  '), (1e-400, 'a'), ('NaN', 'a'), (37.5, 'a ')`,
    );
    const policy = await loadPolicy({
      source: { engine: 'postgres', url: 'env:URL' },
      tables: { odd: { columns: { v: { type: 'number' }, w: { type: 'text' } } } },
      budget: { epsilon: 1 },
      ledger: 'sqlite:odd.ledger',
    });
    const engine = await openEngine(policy, { environment: { URL: server!.url } });
    const texts = async (name: string, ...rules: CoarsenedColumn['rules']) => {
      const request = { table: 'odd', columns: [column(name, ...rules)], alternatives: [], rarest: 9 };
      return (await countCombinations(engine, request)).rarest
        .map(({ rows, count }) => `${rows[0][0]}: ${count}`)
        .sort();
    };
    try {
      expect(await texts('v', { kind: 'range', width: 10 })).toEqual(['0: 1', '30: 1', 'null: 3']);
      expect(await texts('v', { kind: 'top', most: 30 })).toEqual(['-inf: 1', '0: 1', '30: 2', 'null: 1']);
      expect(await texts('w')).toEqual(['a: 5']);
      await expect(texts('w', { kind: 'range', width: 10 })).rejects.toMatchObject({ code: 'type_mismatch' });
    } finally {
      await engine.close();
    }
  },
);
