/** Whole questions on Trino: their answers, charges and secrets, and what happens when something breaks on the way. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/answer/deployment.ts';
import { bernoulli, open, type PolicyInput } from '../../src/index.ts';
import { theCluster } from './cluster.ts';
import { runOn } from './statements.ts';

const cluster = await theCluster();
const folder = mkdtempSync(join(tmpdir(), 'sortition-trino-road-'));
let ledgers = 0;

/** 3,000 visits of 1,000 people. */
const VISITS = `SELECT CAST(n % 1000 AS bigint) AS patient, CAST(20 + n % 1000 % 50 AS integer) AS age,
  CAST(substr('ABC', CAST(1 + n % 3 AS bigint), 1) AS varchar) AS ward, CAST(n % 200 AS decimal(10, 2)) AS cost
  FROM UNNEST(sequence(0, 2999)) AS t (n)`;

const policyOn = (catalog: string, more: object = { version: '1' }) =>
  ({
    source: { engine: 'trino', url: 'env:SORTITION_TRINO_URL', catalog, schema: 'clinic', ...more },
    tables: {
      visits: {
        unit: 'patient',
        rowsPerUnit: 3,
        columns: {
          age: { type: 'integer', min: 0, max: 120, perUnit: true },
          ward: { type: 'category', values: ['A', 'B', 'C'] },
          cost: { type: 'number', min: 0, max: 200, step: 0.01 },
        },
      },
    },
    budget: { epsilon: 1e7, delta: 1e-6 },
    ledger: `sqlite:${join(folder, `${++ledgers}.ledger`)}`,
  }) as const satisfies PolicyInput;

const HUGE = 1e6;

describe.skipIf(cluster === undefined)('questions on Trino', () => {
  const { url } = cluster ?? { url: '' };

  beforeAll(async () => {
    process.env.SORTITION_TRINO_URL = url;
    for (const catalog of ['memory', 'iceberg']) {
      await runOn(url, `CREATE SCHEMA IF NOT EXISTS ${catalog}.clinic`);
      await runOn(url, `CREATE TABLE ${catalog}.clinic.visits AS ${VISITS}`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['memory', 'iceberg'])('at a huge epsilon answers from %s are those of plain SQL', async catalog => {
    const data = await open(policyOn(catalog));
    const { rows, charged } = await data.table('visits').mean('cost').by('ward').ask({ epsilon: HUGE });
    const plain = await runOn(
      url,
      `SELECT ward, CAST(avg(CAST(cost AS double)) AS varchar) FROM ${catalog}.clinic.visits GROUP BY 1 ORDER BY 1`,
    );
    for (const [i, [ward, mean]] of plain.entries()) {
      expect(rows[i].key.ward).toBe(ward);
      expect(rows[i].values.mean_cost.estimate).toBeCloseTo(Number(mean), 2);
    }
    expect(charged.epsilon).toBe(HUGE);
    await data.close();
  });

  test('of a kept sample the secret stands in one statement, however many questions are asked of it', async () => {
    const policy = policyOn('memory', { version: '1', scratch: 'samples' });
    const data = await open(policy);
    const june = data.table('visits').sample(bernoulli(0.5), { name: 'june' });
    const first = await june.units().ask({ epsilon: HUGE });
    const second = await june.count().by('ward').ask({ epsilon: HUGE });
    await data.close();
    expect(first.rows[0].values.units.estimate).toBeGreaterThan(700);
    expect(second.rows.length).toBe(4);
    const kept = `${policy.ledger.replace('sqlite:', '')}.keys`;
    const keys = readdirSync(kept).flatMap(name => readFileSync(join(kept, name), 'utf8').match(/[0-9a-f]{64}/g) ?? []);
    const statements = await runOn(url, 'SELECT query FROM system.runtime.queries');
    const seen = keys.map(key => statements.filter(([text]) => String(text).includes(key)).length);
    expect(Math.max(...seen)).toBe(1);
  });

  test('what would show secrets is refused before anything is charged', async () => {
    const data = await open(policyOn('iceberg', { version: '1' }));
    const kept = data.table('visits').sample(bernoulli(0.5), { name: 'june' });
    await expect(kept.count().ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'sampling_unsupported' });
    expect(await spentOf(data)).toBe(0);
    const fresh = await data.table('visits').sample(bernoulli(0.5)).units().ask({ epsilon: HUGE });
    expect(fresh.rows[0].values.units.estimate).toBeGreaterThan(700);
    await data.close();
  });

  test('tables without snapshots need a version; those with have each question read one snapshot', async () => {
    const unnamed = await open(policyOn('memory', {}));
    await expect(unnamed.table('visits').count().ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'version_needed' });
    await unnamed.close();
    const data = await open(policyOn('iceberg', {}));
    const [[pinned]] = await runOn(url, `SELECT snapshot_id FROM iceberg.clinic."visits$refs" WHERE name = 'main'`);
    await data.table('visits').count().ask({ epsilon: HUGE });
    await data.close();
    const statements = await runOn(
      url,
      `SELECT query FROM system.runtime.queries WHERE query LIKE '%FOR VERSION AS OF ${pinned}%'`,
    );
    expect(statements.length).toBeGreaterThan(0);
  });

  test('a deadline is an opaque failure, the charge stands, and the server stops', async () => {
    const data = await open({ ...policyOn('memory') }, { timeoutMilliseconds: 1 });
    await expect(
      data.table('visits').count().by('ward').ask({ epsilon: 1, idempotencyKey: 'late' }),
    ).rejects.toMatchObject({ code: 'engine_failed' });
    expect(await spentOf(data)).toBe(1);
    await data.close();
    for (let second = 0; second < 30 && (await running()) > 0; second++) await wait(1000);
    expect(await running()).toBe(0);
  });

  test('a server that is gone, and a schema that changed, are said before anything is charged', async () => {
    const policy = policyOn('iceberg', { version: '1' });
    await runOn(url, `CREATE TABLE iceberg.clinic.moved AS ${VISITS}`);
    const tables = { moved: policy.tables.visits };
    const data = await open({ ...policy, tables });
    await data.table('moved').count().ask({ epsilon: 1 });
    await runOn(url, 'ALTER TABLE iceberg.clinic.moved DROP COLUMN cost');
    await expect(data.table('moved').sum('cost').ask({ epsilon: 1 })).rejects.toMatchObject({
      code: 'source_mismatch',
    });
    expect(await spentOf(data)).toBe(1);
    await data.close();
    process.env.SORTITION_TRINO_URL = 'http://owner@127.0.0.1:1';
    const gone = await open(policyOn('iceberg'));
    await expect(gone.table('visits').count().ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'source_unreadable' });
    await gone.close();
    process.env.SORTITION_TRINO_URL = url;
  });

  test('a worker that dies in the middle fails the question opaquely; under its key it is asked again at no cost', async () => {
    const source = { ...policyOn('tpch').source, schema: 'sf1' };
    const columns = {
      totalprice: { type: 'number', min: 0, max: 600_000, step: 0.01 },
      orderdate: { type: 'date', min: '1992-01-01', max: '1998-12-31' },
    } as const;
    const policy = {
      ...policyOn('tpch'),
      source,
      tables: { orders: { unit: 'custkey', rowsPerUnit: 20, columns } },
    } as const;
    const data = await open(policy, { timeoutMilliseconds: 120_000 });
    const ask = () => data.table('orders').sum('totalprice').ask({ epsilon: HUGE, idempotencyKey: 'orders' });
    const asked = ask().then(
      () => 'answered',
      ({ code }) => code,
    );
    while ((await running()) === 0) await wait(20);
    await cluster!.workers[1].kill();
    // should it have been answered before the worker was gone, there is nothing to resume
    expect(['engine_failed', 'answered']).toContain(await asked);
    await wait(10_000);
    const { rows } = await ask();
    const [[plain]] = await runOn(
      url,
      'SELECT CAST(sum(CAST(totalprice AS decimal(38, 2))) AS varchar) FROM tpch.sf1.orders',
    );
    expect(rows[0].values.sum_totalprice.estimate! / Number(plain)).toBeGreaterThan(0.5);
    expect(await spentOf(data)).toBe(HUGE);
    await data.close();
  });

  const spentOf = async ({ deployment }: { readonly deployment: Deployment }): Promise<number | null> =>
    (await deployment.ledger.budget()).spent.epsilon;

  /** Of ours, but not the one that asks. */
  async function running(): Promise<number> {
    const [[number]] = await runOn(
      url,
      `SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query NOT LIKE '%runtime.queries%'`,
    );
    return Number(number);
  }
});
