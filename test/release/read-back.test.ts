/** What a draw writes is read back as it was, in every format: a check and a comparison are of what was published. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { checkRelease, compareRelease, drawRelease } from '../../src/release/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-read-back-'));
const path = (name: string): string => join(folder, name);
const connection = await (await DuckDBInstance.create(':memory:')).connect();

/** Whatever a cell can be that a format could take for something else. */
const TEXTS = [
  '',
  ' a ',
  'a"b',
  'a,b',
  'l1\nl2',
  'l1\r\nl2',
  'cr\rx',
  '\\',
  '\\"',
  '"',
  '""',
  '#x',
  'NULL',
  '\t',
  '\u0001',
];
const quoted = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
const rows = [null, ...TEXTS].map(text => `(${quoted(text)})`).join(', ');

const TYPES = {
  whole: 'CASE WHEN i % 3 = 0 THEN NULL ELSE i % 3 END::UBIGINT',
  double: "CASE i % 4 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN -0.0::DOUBLE WHEN 2 THEN 1e300 ELSE 0.1 END",
  single: 'CASE WHEN i % 2 = 0 THEN 0.1 ELSE 16777216 END::FLOAT',
  money: 'CASE WHEN i % 2 = 0 THEN 1.50 ELSE -2 END::DECIMAL(18, 2)',
  day: "DATE '2024-02-29' + CAST(i % 3 AS INTEGER)",
  moment: "CAST('2024-02-29 1' || (i % 3) || ':00:00.123456789' AS TIMESTAMP_NS)",
  instant: "TIMESTAMPTZ '2024-02-29 10:00:00+02' + INTERVAL (i % 3) HOUR",
  well: 'i % 2 = 0',
};

await connection.run(`COPY (SELECT v FROM (VALUES ${rows}) x(v), range(300)) TO '${path('texts.parquet')}'`);
await connection.run(`COPY (SELECT v, 'x' AS w FROM (VALUES ${rows}) x(v), range(300)) TO '${path('pairs.parquet')}'`);
await connection.run(
  `COPY (SELECT ${Object.entries(TYPES)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(', ')} FROM range(6000) r(i)) TO '${path('types.parquet')}'`,
);

const CASES = [
  ['texts.parquet', ['v']],
  ['pairs.parquet', ['v', 'w']],
  ['pairs.parquet', ['w', 'v']],
  ...Object.keys(TYPES).map(name => ['types.parquet', [name]] as const),
] as const;

let draws = 0;

test.each(CASES)('a sample of %s with %j', async (table, columns) => {
  for (const format of ['csv', 'parquet']) {
    const [data, out] = [path(table), path(`${draws}.${format}`)];
    const ledger = `sqlite:${path(`${draws++}.ledger`)}`;
    await drawRelease({ data, columns, epsilon: 100, delta: 0.5, rate: '0.5', out, ledger });
    const found = await checkRelease({ sample: out, data, epsilon: 100 });
    expect(found).toMatchObject({ verdict: 'good' });
    expect(found.sampleDistinct).toBe(found.distinct);
    expect((await compareRelease({ sample: out, data })).sampleRows).toBe(found.sampleRows);
  }
});

test('nanoseconds and zones are kept, of rows and of people', async () => {
  const described = async (file: string) =>
    (await connection.runAndReadAll(`DESCRIBE SELECT moment, instant, money FROM read_parquet('${file}')`))
      .getRows()
      .map(([, type]) => type);
  const people = path('people.parquet');
  await connection.run(
    `COPY (SELECT row_number() OVER () AS person, * FROM read_parquet('${path('types.parquet')}')) TO '${people}'`,
  );
  const types = await described(people);
  expect(types).toEqual(['TIMESTAMP_NS', 'TIMESTAMP WITH TIME ZONE', 'DECIMAL(18,2)']);
  for (const unit of [undefined, 'person']) {
    const out = path(`kept-${unit}.parquet`);
    const order = { data: people, columns: ['moment', 'instant', 'money'], epsilon: 100, delta: 0.5, rate: '0.5' };
    await drawRelease({ ...order, unit, out, ledger: `sqlite:${out}.ledger` });
    expect(await described(out)).toEqual(types);
    const cut = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM read_parquet('${out}') WHERE NOT ends_with(CAST(moment AS VARCHAR), '.123456789')`,
    );
    expect(cut.getRows()).toEqual([[0]]);
    expect(await checkRelease({ sample: out, data: people, epsilon: 100 })).toMatchObject({ verdict: 'good' });
  }
});

const COUNTS = { '': 2, null: 1000 } as const;

test('a sample that shows all of the few empty texts is bad, though nulls are many', async () => {
  const all = Object.entries(COUNTS).map(
    ([text, count]) => `SELECT ${text === 'null' ? 'NULL' : "''"} AS v FROM range(${count})`,
  );
  await connection.run(`COPY (${all.join(' UNION ALL ')}) TO '${path('few.parquet')}'`);
  writeFileSync(path('few.csv'), `v\n""\n""\n${'\n'.repeat(100)}`);
  expect(await checkRelease({ sample: path('few.csv'), data: path('few.parquet'), epsilon: 1 })).toMatchObject({
    verdict: 'bad',
    ratio: null,
    sampleRows: 102,
  });
});

test('in a sample of a CSV file quotes are no value, as they are none in the file', async () => {
  writeFileSync(path('quoted.csv'), `v,w\n${'"",x\n,x\n'.repeat(300)}`);
  writeFileSync(path('quoted-sample.csv'), `v,w\n${'"",x\n'.repeat(20)}`);
  expect(await checkRelease({ sample: path('quoted-sample.csv'), data: path('quoted.csv'), epsilon: 1 })).toMatchObject(
    {
      verdict: 'good',
      distinct: 1,
    },
  );
});

test('a sample whose lines have more or fewer fields than its header is refused, and no cell is quoted', async () => {
  writeFileSync(path('ragged.csv'), 'v,w\n" a ",x\nsecret,x,y\n');
  await expect(
    checkRelease({ sample: path('ragged.csv'), data: path('pairs.parquet'), epsilon: 1 }),
  ).rejects.toMatchObject({ code: 'file_unreadable', message: expect.not.stringContaining('secret') });
});

test('nulls of a single column are rows of a sample, also where the table is in CSV', async () => {
  writeFileSync(path('single.csv'), `v,w\n${',x\ny,x\n'.repeat(300)}`);
  const [data, out] = [path('single.csv'), path('single-sample.csv')];
  await drawRelease({ data, columns: ['v'], epsilon: 100, delta: 0.5, rate: '0.5', out });
  const { length } = readFileSync(out, 'utf8').trim().split('\n').slice(1);
  const found = await checkRelease({ sample: out, data, epsilon: 100 });
  expect(found).toMatchObject({ verdict: 'good', rows: 600, distinct: 2, sampleDistinct: 2 });
  // the file may end in empty lines, which were trimmed
  expect(found.sampleRows).toBeGreaterThanOrEqual(length);
  expect((await compareRelease({ sample: out, data })).sampleRows).toBe(found.sampleRows);
  writeFileSync(path('all-nulls.csv'), `v\n${'\n'.repeat(300)}`);
  expect(await checkRelease({ sample: path('all-nulls.csv'), data, epsilon: 1 })).toMatchObject({ verdict: 'bad' });
});

test('whole numbers of more than 64 bits are not rounded', async () => {
  const data = path('wide.duckdb');
  await connection.run(`ATTACH '${data}' AS wide`);
  await connection.run(
    `CREATE TABLE wide.t AS SELECT CAST('10000000000000000000' || (i % 3) AS HUGEINT) AS v FROM range(600) r(i)`,
  );
  await connection.run('DETACH wide');
  const out = path('wide.parquet');
  await drawRelease({ data, columns: ['v'], epsilon: 100, delta: 0.5, rate: '0.5', out });
  expect(await checkRelease({ sample: out, data, epsilon: 100 })).toMatchObject({ distinct: 3, sampleDistinct: 3 });
});

test.each(['csv', 'parquet'])('no instant is too far to be written as %s once its draw is recorded', async format => {
  const data = path(`far-${format}.parquet`);
  const far = [
    ...['9223372036854775806', '9223372036854774306', '9223372036854774000', '9100000000000000123'],
    ...['-9223372022400000000', '-9223372022399998500', '-62135596800000001', '1', '253402300800000001'],
  ];
  const instants = far.map(at => `SELECT make_timestamptz(${at}) AS v FROM range(300)`).join(' UNION ALL ');
  const infinite = `SELECT CAST(v AS TIMESTAMPTZ) AS v FROM (VALUES ('infinity'), ('-infinity')) t (v), range(300)`;
  await connection.run(`COPY (${instants} UNION ALL ${infinite}) TO '${data}'`);
  const out = path(`far.${format}`);
  await drawRelease({ data, columns: ['v'], epsilon: 100, delta: 0.5, rate: '0.5', out });
  const found = await checkRelease({ sample: out, data, epsilon: 100 });
  // three that are near, and both infinities
  expect([found.verdict, found.distinct, found.sampleDistinct]).toEqual(['good', 5, 5]);
});
