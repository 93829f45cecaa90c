import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CombinationRequest } from './combination-query.ts';
import { countCombinations } from './combinations.ts';
import { openDataFile } from './data-file.ts';

let folder: string;

const ROWS = [
  [1, 'a', 31, '2021-03-04'],
  [1, 'a', 35, '2021-03-05'],
  [2, 'a', 35, '2021-04-05'],
  [3, 'a', 31, '2021-03-04'],
  [3, 'a', 35, '2021-03-05'],
  [4, 'b;"c', 99, '1999-12-31'],
  [5, null, null, null],
  [null, 'a', 31, '2021-03-04'],
] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-combinations-'));
  const quoted = (cell: unknown): string => (cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`);
  const lines = ROWS.map(row => row.map(quoted).join(','));
  await writeFile(join(folder, 'people.csv'), ['id,ward,age,seen', ...lines].join('\n'));
  const instance = await DuckDBInstance.create(join(folder, 'people.duckdb'));
  const connection = await instance.connect();
  const values = ROWS.map(row => `(${row.map(cell => (cell === null ? 'NULL' : `'${cell}'`)).join(', ')})`).join(', ');
  await connection.run(`CREATE TABLE people AS SELECT id::INTEGER AS id, ward, age::INTEGER AS age, seen::DATE AS seen
    FROM (VALUES ${values}) v(id, ward, age, seen)`);
  await connection.run(`COPY people TO '${join(folder, 'people.parquet')}'`);
  await connection.run(`COPY people TO '${join(folder, 'people.json')}'`);
  connection.closeSync();
  instance.closeSync();
});

async function counted(ending: string, request: Partial<CombinationRequest>) {
  const { engine, table } = await openDataFile(join(folder, `people.${ending}`));
  try {
    return await countCombinations(engine, { table, columns: [], alternatives: [], rarest: 10, ...request });
  } finally {
    await engine.close();
  }
}

const plain = (name: string) => ({ name, rules: [] });
const byCount = (counts: readonly { count: number; values: number }[]) =>
  counts.map(({ count, values }) => [count, values]).sort((a, b) => a[0] - b[0]);

describe.each(['csv', 'parquet', 'json', 'duckdb'])('of %s', ending => {
  test('combinations, other versions of them, and the rarest, null a value like others', async () => {
    const { counts, alternatives, rarest } = await counted(ending, {
      columns: [plain('ward'), plain('age')],
      alternatives: [[plain('ward')], [plain('ward'), { name: 'age', rules: [{ kind: 'range', width: 10 }] }]],
      rarest: 2,
    });
    expect(byCount(counts)).toEqual([
      [1, 2],
      [3, 2],
    ]);
    expect(alternatives.map(byCount)).toEqual([
      [
        [1, 2],
        [6, 1],
      ],
      [
        [1, 2],
        [6, 1],
      ],
    ]);
    expect(rarest).toEqual(
      expect.arrayContaining([
        { count: 1, rows: [['b;"c', '99']] },
        { count: 1, rows: [[null, null]] },
      ]),
    );
  });

  test.each([
    [{ kind: 'range', width: 4 } as const, ['28', '32', '96']],
    [{ kind: 'top', most: 33 } as const, ['31', '33']],
    [{ kind: 'bottom', least: 33 } as const, ['33', '35', '99']],
    [{ kind: 'prefix', length: 1 } as const, ['3', '9']],
    [{ kind: 'mapping', names: new Map([['31', 'young']]) } as const, ['young']],
  ])('age after %j', async (rule, expected) => {
    const { rarest } = await counted(ending, { columns: [{ name: 'age', rules: [rule] }] });
    expect(
      rarest
        .map(({ rows }) => rows[0][0])
        .filter(cell => cell !== null)
        .sort(),
    ).toEqual(expected);
  });

  test.each([
    [{ kind: 'year' } as const, ['1999', '2021']],
    [{ kind: 'month' } as const, ['1999-12', '2021-03', '2021-04']],
  ])('dates after %j', async (rule, expected) => {
    const { rarest } = await counted(ending, { columns: [{ name: 'seen', rules: [rule] }] });
    expect(
      rarest
        .map(({ rows }) => rows[0][0])
        .filter(cell => cell !== null)
        .sort(),
    ).toEqual(expected);
  });

  test('all rows of a person are one value, and rows of nobody none', async () => {
    const { counts, alternatives, rarest } = await counted(ending, {
      unit: 'id',
      columns: [plain('ward'), plain('age')],
      alternatives: [[plain('ward')]],
      rarest: 4,
    });
    expect(byCount(counts)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(byCount(alternatives[0])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(rarest).toContainEqual({ count: 1, rows: [['b;"c', '99']] });
    expect(rarest).toContainEqual({
      count: 2,
      rows: [
        ['a', '31'],
        ['a', '35'],
      ],
    });
  });
});

test('a file that is none of ours, a table that is not there', async () => {
  await expect(openDataFile('people.xls')).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(openDataFile(join(folder, 'nobody.csv'))).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(openDataFile(join(folder, 'people.duckdb'), { table: 'x' })).rejects.toMatchObject({
    code: 'unknown_table',
  });
});

test('texts are counted by their bytes, whatever the collation of their column', async () => {
  const path = join(folder, 'folded.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('CREATE TABLE people (ward VARCHAR COLLATE NOCASE, id UUID)');
  await connection.run("INSERT INTO people VALUES ('a', uuid()), ('A', uuid()), ('a', uuid())");
  connection.closeSync();
  instance.closeSync();
  const { engine, table } = await openDataFile(path);
  const wards = { table, columns: [{ name: 'ward', rules: [] }], alternatives: [], rarest: 10 };
  try {
    expect((await countCombinations(engine, wards)).rarest).toEqual([
      { count: 1, rows: [['A']] },
      { count: 2, rows: [['a']] },
    ]);
    const ids = { ...wards, columns: [{ name: 'id', rules: [] }] };
    expect((await countCombinations(engine, ids)).counts).toEqual([{ count: 1, values: 3 }]);
  } finally {
    await engine.close();
  }
});

test('zero has one sign, and lengths of time are what they are written as', async () => {
  const path = join(folder, 'signs.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('CREATE TABLE signs (size DOUBLE, span INTERVAL)');
  await connection.run("INSERT INTO signs VALUES ('-0.0', '1 month'), (0, '30 days'), ('nan', '1 month')");
  connection.closeSync();
  instance.closeSync();
  const { engine, table } = await openDataFile(path);
  const rarest = async (name: string) =>
    (await countCombinations(engine, { table, columns: [plain(name)], alternatives: [], rarest: 10 })).rarest;
  try {
    expect(await rarest('size')).toEqual([
      { count: 1, rows: [['nan']] },
      { count: 2, rows: [['0']] },
    ]);
    expect(await rarest('span')).toEqual([
      { count: 1, rows: [['30 days']] },
      { count: 2, rows: [['1 month']] },
    ]);
  } finally {
    await engine.close();
  }
});
