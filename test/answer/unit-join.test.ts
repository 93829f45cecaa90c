/** Protected tables joined on their common unit, from SQL to the answer: at a huge epsilon it is what plain SQL says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import type { Answered } from '../../src/answer/receipt.ts';
import { type Data, open } from '../../src/answer.ts';
import { bernoulli } from '../../src/plan/operators/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';

const policyIn = (folder: string) =>
  ({
    source: { engine: 'duckdb', path: join(folder, 'clinic.duckdb'), version: '1' },
    tables: {
      visits: {
        unit: 'patient_id',
        rowsPerUnit: 2,
        columns: {
          ward: { type: 'category', values: ['A', 'B'] },
          cost: { type: 'number', min: 0, max: 100, step: 1 },
          age: { type: 'integer', min: 0, max: 120, perUnit: true },
        },
      },
      prescriptions: {
        unit: 'patient_id',
        rowsPerUnit: 3,
        budget: { epsilon: 90000 },
        columns: {
          drug: { type: 'category', values: ['x', 'y'] },
          doses: { type: 'integer', min: 0, max: 50 },
        },
      },
      notes: { unit: 'patient_id', rowsPerUnit: 1, columns: { ward: { type: 'category', values: ['A', 'B'] } } },
      names: { unit: 'name', rowsPerUnit: 1, columns: { length: { type: 'integer', min: 0, max: 9 } } },
      longs: { unit: 'id', rowsPerUnit: 1, columns: { long: { type: 'integer', min: 0, max: 9 } } },
      decimals: { unit: 'id', rowsPerUnit: 1, columns: { decimal: { type: 'integer', min: 0, max: 9 } } },
      swaps: {
        unit: 'patient_id',
        rowsPerUnit: 1,
        neighbours: 'replace-one',
        columns: { swapped: { type: 'integer', min: 0, max: 9 } },
      },
    },
    budget: { epsilon: 1_000_000, delta: 1e-4 },
    ledger: `sqlite:${join(folder, 'clinic.ledger')}`,
  }) as const satisfies PolicyInput;

type Policy = ReturnType<typeof policyIn>;

/** Patient 4 has no visits, patient 3 no prescriptions, and rows without an id are nobody's. */
const TABLES = [
  `CREATE TABLE visits AS SELECT * FROM (VALUES (1, 'A', 10, 30), (1, 'B', 20, 31), (2, 'A', 5, 60), (3, 'B', 7, 44),
     (NULL, 'A', 90, 1)) t(patient_id, ward, cost, age)`,
  `CREATE TABLE prescriptions AS SELECT * FROM (VALUES (1, 'x', 1), (1, 'y', 2), (1, 'y', 3), (2, 'x', 4), (4, 'y', 9),
     (NULL, 'x', 40)) t(patient_id, drug, doses)`,
  `CREATE TABLE notes AS SELECT 1 AS patient_id, 'A' AS ward`,
  `CREATE TABLE names AS SELECT '1' AS name, 1 AS length`,
  `CREATE TABLE longs AS SELECT id::HUGEINT AS id, 1 AS long FROM (VALUES (7), (8), (150000000000000000000000000000000000000)) t(id)`,
  `CREATE TABLE decimals AS SELECT id::DECIMAL(38, 0) AS id, 1 AS decimal FROM (VALUES (7), (9)) t(id)`,
  `CREATE TABLE swaps AS SELECT 1 AS patient_id, 1 AS swapped`,
];

async function inClinic(
  work: (data: Data<Policy>, policy: Policy, folder: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unit-join-'));
  try {
    const instance = await DuckDBInstance.create(join(folder, 'clinic.duckdb'));
    const connection = await instance.connect();
    for (const statement of [...TABLES, ...more]) await connection.run(statement);
    connection.closeSync();
    instance.closeSync();
    const policy = policyIn(folder);
    const data = await open(policy);
    try {
      await work(data, policy, folder);
    } finally {
      await data.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const numbersOf = ({ rows }: Answered) =>
  rows.map(({ key, values }) => [
    ...Object.values(key),
    ...Object.values(values).map(value => Math.round((value as { estimate: number }).estimate)),
  ]);

const told = async (data: Data<Policy>, sql: string, epsilon = 10_000) =>
  numbersOf((await (await data.sql(sql)).ask({ epsilon })) as Answered);

const FROM = 'FROM visits v JOIN prescriptions p ON v.patient_id = p.patient_id';

test('at a huge epsilon a join on the unit is what plain SQL says', () =>
  inClinic(async (data, policy, folder) => {
    expect(await told(data, `SELECT count(*), sum(p.doses), sum(v.cost) ${FROM}`)).toEqual([[7, 16, 95]]);
    expect(await told(data, `SELECT ward, drug, count(*) ${FROM} GROUP BY ward, drug`)).toEqual(
      expect.arrayContaining([
        ['A', 'x', 2],
        ['A', 'y', 2],
        ['B', 'x', 1],
        ['B', 'y', 2],
      ]),
    );
    const people = 'SELECT count(DISTINCT p.patient_id) FROM visits v JOIN prescriptions p USING (patient_id)';
    expect(await told(data, people)).toEqual([[2]]);
    // what is constant in a unit was made so before the join: the smallest age of patient 1
    expect(await told(data, `SELECT sum(age) ${FROM} WHERE drug = 'x'`)).toEqual([[30 * 2 + 60]]);
    expect((await verifyLedger(join(folder, 'clinic.ledger'), policy)).disagreements).toEqual([]);
  }));

test('one row per person may be joined, before and after', () =>
  inClinic(async (data, policy, folder) => {
    const totals = '(SELECT patient_id, sum(doses) AS doses FROM prescriptions GROUP BY patient_id) p';
    expect(
      await told(data, `SELECT count(*), sum(doses) FROM visits v JOIN ${totals} ON v.patient_id = p.patient_id`),
    ).toEqual([[3, 16]]);
    const each = `(SELECT v.patient_id, count(*) AS n ${FROM} GROUP BY v.patient_id) x`;
    expect(await told(data, `SELECT sum(n), count(*) FROM ${each}`)).toEqual([[7, 2]]);
    expect((await verifyLedger(join(folder, 'clinic.ledger'), policy)).disagreements).toEqual([]);
  }));

test('no id fails the question of others, however large it is and however numbers are stored in the other table', () =>
  inClinic(async data => {
    expect(await told(data, 'SELECT count(*) FROM longs l JOIN decimals d ON l.id = d.id')).toEqual([[1]]);
    expect(await told(data, 'SELECT count(*) FROM decimals d JOIN longs l ON l.id = d.id')).toEqual([[1]]);
  }));

test('of a person k1 times k2 rows count, and no more', () =>
  inClinic(
    async data => {
      // patient 5 has 4 times 3 rows, of which 6 count
      expect(await told(data, `SELECT count(*) ${FROM}`)).toEqual([[7 + 6]]);
    },
    [
      `INSERT INTO visits SELECT 5, 'A', 1, 20 FROM range(4)`,
      `INSERT INTO prescriptions SELECT 5, 'x', 1 FROM range(3)`,
    ],
  ));

test('thousands of rows of one person in both tables keep nobody else from an answer: that person is left out', () =>
  inClinic(
    async data => {
      // patient 5 has 500 times 500 rows, of which 6 count; those of 6 and 7 would be more
      expect(await told(data, `SELECT count(*) ${FROM}`)).toEqual([[7 + 6]]);
      const people = 'SELECT count(DISTINCT p.patient_id) FROM prescriptions p JOIN visits v USING (patient_id)';
      expect(await told(data, people)).toEqual([[3]]);
    },
    [
      `INSERT INTO visits SELECT 5, 'A', 1, 20 FROM range(500)`,
      `INSERT INTO prescriptions SELECT 5, 'x', 1 FROM range(500)`,
      `INSERT INTO visits SELECT 6, 'A', 1, 20 FROM range(501)`,
      `INSERT INTO prescriptions SELECT 6, 'x', 1 FROM range(500)`,
      `INSERT INTO visits SELECT 7, 'B', 1, 20 FROM range(30000)`,
      `INSERT INTO prescriptions SELECT 7, 'y', 1 FROM range(30000)`,
    ],
  ));

test('a sample may lie on either side, or be of the people of the join, and both tables are charged', () =>
  inClinic(async (data, policy, folder) => {
    const sampled = `FROM visits v JOIN prescriptions p TABLESAMPLE BERNOULLI(50) REPEATABLE ('right') ON v.patient_id = p.patient_id`;
    await told(data, `SELECT count(*) ${sampled}`, 1);
    await told(
      data,
      `WITH x AS (SELECT * ${FROM}) SELECT count(*) FROM x TABLESAMPLE BERNOULLI(50) REPEATABLE ('both')`,
      1,
    );
    const left = data.table('visits').sample(bernoulli(0.5), { name: 'left' });
    await left.joinUnits(data.table('prescriptions')).count().ask({ epsilon: 1 });
    const { byTable } = await data.deployment.ledger.budget();
    expect(byTable.map(({ table, spent }) => [table, Number(spent.epsilon) > 2.9])).toEqual(
      expect.arrayContaining([
        ['visits', true],
        ['prescriptions', true],
      ]),
    );
    expect((await verifyLedger(join(folder, 'clinic.ledger'), policy)).disagreements).toEqual([]);
  }));

test.each([
  [
    'two samples',
    'FROM visits v TABLESAMPLE BERNOULLI(5) JOIN prescriptions p TABLESAMPLE BERNOULLI(5) USING (patient_id)',
    'join_unsupported',
  ],
  [
    'a table with itself',
    'FROM (SELECT patient_id, cost FROM visits) v JOIN (SELECT patient_id, age FROM visits) w USING (patient_id)',
    'join_unsupported',
  ],
  [
    'a sample and its base',
    'FROM (SELECT patient_id, cost FROM visits TABLESAMPLE BERNOULLI(5)) v JOIN (SELECT patient_id, age FROM visits) w USING (patient_id)',
    'join_unsupported',
  ],
  ['columns that are no units', 'FROM visits v JOIN prescriptions p ON v.age = p.doses', 'join_unsupported'],
  ['an inequality', 'FROM visits v JOIN prescriptions p ON v.patient_id <> p.patient_id', 'join_unsupported'],
  ['a name of both sides', 'FROM visits v JOIN notes n USING (patient_id)', 'name_taken'],
  ['ids of different types', 'FROM visits v JOIN names n ON v.patient_id = n.name', 'source_mismatch'],
  ['different neighbours', 'FROM visits v JOIN swaps s USING (patient_id)', 'join_unsupported'],
  ['LEFT JOIN', 'FROM visits v LEFT JOIN prescriptions p USING (patient_id)', 'sql_unsupported'],
])('%s is refused, and nothing is charged', (_, from, code) =>
  inClinic(async data => {
    await expect(told(data, `SELECT count(*) ${from}`, 1)).rejects.toMatchObject({ code });
    expect((await data.deployment.ledger.budget()).spent.epsilon).toBe(0);
  }),
);
