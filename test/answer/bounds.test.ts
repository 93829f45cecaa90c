/** Private bounds of columns on the whole road: from a draft policy, on both engines, charged, recorded and verified. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { FoundBounds } from '../../src/answer.ts';
import { open, verifyLedger } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { clinicPolicy, inClinic, someVisits, spentOf, type Visit, withData } from '../support/clinic.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';

const { visits, wards } = clinicPolicy.tables;

/** As `init` writes it, once its owner decided who is protected. */
const draft = {
  ...clinicPolicy,
  tables: {
    wards,
    visits: {
      ...visits,
      columns: {
        ward: { type: 'category', values: null },
        cost: { type: 'number', min: null, max: null, step: 0.5 },
        age: { type: 'integer', min: null, max: null },
        seen: { type: 'date', min: null, max: null },
        town: { type: 'text' },
      },
    },
  },
  budget: { epsilon: 1e9, delta: 1e-4 },
} as unknown as PolicyInput;

/** Noise is 0 but for one time in e^1000: what the road counts shows. */
const CLEARLY = 3000;

/** One row of a person decides nothing for others, whatever is in it. */
const odd: readonly Visit[] = [
  { patient: 'odd-1', cost: 'NaN', age: 'nothing', seen: '31/12/2024' },
  { patient: 'odd-2' },
  { patient: 'odd-3', cost: 'abc', age: '', seen: 'never' },
];

const withDraft = <T>(
  work: (data: Awaited<ReturnType<typeof open<PolicyInput>>>, policy: string) => Promise<T>,
  rows: readonly Visit[] = [...someVisits, ...odd],
): Promise<T> =>
  inClinic(
    async ({ policy }) => {
      const data = await open<PolicyInput>(policy, { draft: true });
      try {
        return await work(data, policy);
      } finally {
        await data.close();
      }
    },
    draft,
    rows,
  );

test.each([
  ['cost', 0, 32],
  ['age', 17, 64],
  ['seen', '2024-01-01', '2024-12-31'],
])('of a draft policy, without noise: the ranges of %s that hold rows', (name, min, max) =>
  withDraft(async data => {
    const found = await data.bounds('visits', name).ask({ epsilon: CLEARLY });
    expect(found).toMatchObject({ min, max, threshold: 1, recorded: false, charged: { epsilon: CLEARLY, delta: 0 } });
    expect(found).not.toHaveProperty('reason');
  }),
);

test('endless values decide nothing, however many there are', () =>
  withDraft(
    async data => {
      expect(await data.bounds('visits', 'cost').ask({ epsilon: CLEARLY })).toMatchObject({ min: 16.5, max: 32 });
    },
    [
      ...Array.from({ length: 500 }, (_, i) => ({ patient: `p${i}`, cost: 20 + (i % 9) })),
      ...Array.from({ length: 500 }, (_, i) => ({ patient: `x${i}`, cost: i % 2 === 0 ? 'inf' : '-1e300' })),
    ],
  ));

test('finding none is charged, recorded, and says why', () =>
  withDraft(async data => {
    const bounds = data.bounds('visits', 'age');
    const found = await bounds.ask({ epsilon: 0.01 });
    expect(found).toMatchObject({ min: null, max: null, reason: 'too_few', charged: { epsilon: 0.01 } });
    expect(await spentOf(data)).toBe(0.01);
    expect(await bounds.ask({ epsilon: 0.01 })).toMatchObject({
      recorded: true,
      charged: { epsilon: 0 },
      reason: 'too_few',
    });
    expect(await spentOf(data)).toBe(0.01);
    expect(bounds.explain({ epsilon: 0.5 })).toMatchObject({
      charged: { epsilon: 0.5, delta: 0 },
      error: { noise: {} },
    });
  }));

test('the ledger is verified, and takes the policy with its bounds once somebody accepts it', () =>
  inClinic(async clinic => {
    const data = await open<PolicyInput>(clinic.policy, { draft: true });
    await data.bounds('visits', 'cost').ask({ epsilon: 1 });
    await data.close();
    const ledger = join(clinic.folder, 'visits.ledger');
    clinic.write('policy.json', JSON.stringify({ ...clinicPolicy, budget: draft.budget }));
    await expect(
      clinic
        .open()
        .then(opened => opened.sql('SELECT count(*) FROM visits'))
        .then(question => question.ask({ epsilon: 1 })),
    ).rejects.toMatchObject({ code: 'policy_changed' });
    const accepted = await clinic.open();
    await accepted.deployment.ledger.acceptPolicy('bounds were found');
    await accepted.table('visits').sum('cost').ask({ epsilon: 1 });
    expect(await spentOf(accepted)).toBe(2);
    await accepted.close();
    expect(await verifyLedger(ledger, clinic.policy)).toMatchObject({ disagreements: [] });
  }, draft));

test.each([
  ['an unknown table', 'nobody', 'cost', 'unknown_table'],
  ['a public table', 'wards', 'floor', 'unknown_table'],
  ['an unknown column', 'visits', 'nothing', 'unknown_column'],
  ['a text', 'visits', 'town', 'type_mismatch'],
  ['a category without values', 'visits', 'ward', 'unknown_column'],
])('refused for %s, and nothing is charged', (_, table, name, code) =>
  withDraft(async data => {
    await expect((async () => data.bounds(table as never, name).ask({ epsilon: 1 }))()).rejects.toMatchObject({ code });
    expect(await spentOf(data)).toBe(0);
  }),
);

test('a draft answers nothing that needs what is undecided', () =>
  withDraft(async data => {
    await expect((await data.sql('SELECT sum(age) FROM visits')).ask({ epsilon: 1 })).rejects.toMatchObject({
      code: 'bound_missing',
    });
  }));

test('bounds that the policy has already can only become narrower; samples and groups have theirs', () =>
  withData(
    async data => {
      expect(await data.bounds('visits', 'age').ask({ epsilon: CLEARLY })).toMatchObject({ min: 17, max: 64 });
      const grouped = await data.table('visits').bounds('cost').by('ward').ask({ epsilon: CLEARLY });
      expect(grouped.rows.map(({ values }) => (values.bounds_cost as FoundBounds).max)).toEqual([32, 32, 32, null]);
      const narrow = await data
        .table('visits')
        .where(({ cost }) => cost.below(4))
        .bounds('cost')
        .ask({ epsilon: CLEARLY });
      expect(narrow.rows[0].values.bounds_cost).toMatchObject({ min: 0, max: 4 });
    },
    { ...clinicPolicy, budget: { epsilon: 1e9 } } as PolicyInput,
  ));

// ---- both engines

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await openDatabase();
}, 60_000);

test('PostgreSQL and DuckDB find the same, of all types and of odd values', async context => {
  if (server === undefined) return context.skip();
  const { run, url } = server;
  await run(
    'CREATE TABLE visits (patient TEXT, whole BIGINT, small NUMERIC, cost DOUBLE PRECISION, seen DATE, at TIMESTAMP)',
  );
  const cases: readonly (readonly (string | null)[])[] = [
    ['a', '-3', '7.25', '1.5', '1969-12-31', '2024-05-05 10:00:00'],
    ['b', '9223372036854775807', '0', 'Infinity', 'infinity', '2025-12-31 23:59:59.999999'],
    ['c', null, 'NaN', 'NaN', null, null],
    ['d', '5', '-1000', '-2e300', '1815-06-18', 'infinity'],
    ['d', '0', '3', '1e-300', '2024-02-29', '1970-01-01'],
    ['d', '0', '3', '-0.26', '2024-02-29', '1970-01-01'],
  ];
  const insert = `INSERT INTO visits VALUES ($1, $2::bigint, $3::numeric, $4::float8, $5::date, $6::timestamp)`;
  for (const row of cases) await run(insert, [...row]);
  const columns = {
    whole: { type: 'integer' },
    small: { type: 'number', step: 0.25 },
    cost: { type: 'number', step: 0.5 },
    seen: { type: 'date' },
    at: { type: 'timestamp' },
  } as const;
  const policyOf = (source: PolicyInput['source']): PolicyInput => ({
    source,
    tables: { visits: { unit: 'patient', rowsPerUnit: 2, columns } },
    budget: { epsilon: 1e9 },
    ledger: 'sqlite:both.ledger',
  });
  const found = (policy: PolicyInput, csv?: string) =>
    inClinic(async clinic => {
      clinic.write('database.url', url);
      if (csv !== undefined) clinic.write('visits.csv', csv);
      clinic.write('policy.json', JSON.stringify(policy));
      const data = await clinic.open();
      try {
        const bounds: unknown[] = [];
        for (const name of Object.keys(columns)) {
          const { min, max } = await data.bounds('visits', name).ask({ epsilon: CLEARLY });
          bounds.push([name, min, max]);
        }
        return bounds;
      } finally {
        await data.close();
      }
    });
  const csv = [
    ['patient', ...Object.keys(columns)],
    ...cases.map(row => row.map(field => (field === 'infinity' ? '9999-12-31' : (field ?? '')))),
  ].join('\n');
  const onPostgres = await found(policyOf({ engine: 'postgres', url: 'file:database.url', version: '1' }));
  expect(onPostgres).toEqual([
    ['whole', -4, 8],
    ['small', -1024, 8],
    ['cost', -0.5, 2],
    ['seen', '1815-01-01', '9999-12-31'],
    ['at', '1970-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z'],
  ]);
  expect(await found(policyOf({ engine: 'duckdb', path: 'visits.csv', version: '1' }), csv)).toEqual(onPostgres);
});
