/** Whatever is asked of whatever data, every engine answers what the plan means. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { type CheckedPlan, check, type Data, meaning, type Plan } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { hospital, tables } from './hospital.ts';
import { fillPostgres, writeParquet } from './loading.ts';
import { randomPlan } from './random-plan.ts';
import { expected, resultsOf } from './results.ts';

const KEY = '0123456789abcdef'.repeat(4);
const HOSPITALS = 2;
const QUESTIONS = 50;
const common = { tables, budget: { epsilon: 1 }, ledger: 'sqlite:none.ledger' } as const;

const folder = mkdtempSync(join(tmpdir(), 'sortition-meaning-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const onFiles = await loadPolicy({ source: { engine: 'duckdb', path: join(folder, 'visits.parquet') }, ...common });
const onPostgres = await loadPolicy({ source: { engine: 'postgres', url: 'env:URL' }, ...common });

/** Refusals are the checker's business; what it lets through must run. */
function checked(plan: Plan): CheckedPlan | undefined {
  try {
    return check(plan, onFiles);
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined;
    throw thrown;
  }
}

const plans = fc
  .sample(randomPlan, { numRuns: QUESTIONS * 2, seed: 11 })
  .flatMap(plan => checked(plan) ?? [])
  .slice(0, QUESTIONS);
const hospitals = fc.sample(hospital, { numRuns: HOSPITALS, seed: 5 });

async function compare(engine: Engine, data: Data): Promise<void> {
  for (const plan of plans)
    expect(await resultsOf(engine, plan, KEY), JSON.stringify(plan.plan)).toEqual(expected(meaning(plan, data, KEY)));
}

test('most random plans are questions, and most questions have an answer', () => {
  expect(plans).toHaveLength(QUESTIONS);
  const answered = plans.filter(plan => expected(meaning(plan, hospitals[0], KEY)).size > 0);
  expect(answered.length).toBeGreaterThan(QUESTIONS / 2);
});

describe.each(hospitals.map((data, number) => ({ data, number })))('hospital $number', ({ data }) => {
  beforeAll(() => writeParquet(data, folder));

  test.each([1, 8])('DuckDB with %d threads', async threads => {
    const engine = await openEngine(onFiles, { threads });
    await compare(engine, data);
    await engine.close();
  });

  test.skipIf(postgres === undefined).each([0, 8])('PostgreSQL with %d parallel workers', async workers => {
    const server = postgres as PostgresServer;
    await fillPostgres(server, data);
    const url = `${server.url}?options=-c%20max_parallel_workers_per_gather%3D${workers}%20-c%20parallel_setup_cost%3D0%20-c%20parallel_tuple_cost%3D0%20-c%20min_parallel_table_scan_size%3D0`;
    const engine = await openEngine(onPostgres, { environment: { URL: url } });
    await compare(engine, data);
    await engine.close();
  });
});
