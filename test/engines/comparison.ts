/** Whatever is asked of whatever data, every engine answers what the plan means: the tests, for any number of both. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { type CheckedPlan, check, drawsOf, type Plan } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawData } from '../../src/plan/operators/operator.ts';
import { loadPolicy, type Policy } from '../../src/source/index.ts';
import { unitsQuery } from '../../src/sql/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { hospital, tables } from './hospital.ts';
import { fillPostgres, writeParquet } from './loading.ts';
import { randomPlan } from './random-plan.ts';
import { expected, resultsOf, type Secrets } from './results.ts';

const KEY = '0123456789abcdef'.repeat(4);
/** One for each draw that a plan may have. */
const DRAW_KEYS = Array.from('abcdef', digit => digit.repeat(64));
export const common = { tables, budget: { epsilon: 1 }, ledger: 'sqlite:none.ledger' } as const;

export interface Extent {
  readonly hospitals: number;
  readonly questions: number;
  readonly seed: number;
}

export interface Comparison extends Extent {
  readonly folder: string;
  /** Undefined where no server can run: its tests are skipped and counted. */
  readonly postgres: PostgresServer | undefined;
}

export async function compareEngines({ folder, postgres, ...extent }: Comparison): Promise<void> {
  const onFiles = await loadPolicy({ source: { engine: 'duckdb', path: join(folder, 'visits.parquet') }, ...common });
  const onPostgres = await loadPolicy({
    source: { engine: 'postgres', url: 'env:URL', scratch: 'samples' },
    ...common,
  });
  const { plans, samples, compare, onCopies } = comparisonOn(onFiles, extent);
  beforeAll(() => postgres?.run('CREATE SCHEMA samples'));

  test('most random plans are questions, and most questions have an answer', () => {
    expect(plans).toHaveLength(extent.questions);
    const answered = plans.filter(plan => expected(meaning(plan, samples[0], KEY, DRAW_KEYS)).size > 0);
    expect(answered.length).toBeGreaterThan(extent.questions / 2);
    const ofPeople = plans.filter(({ plan }) => JSON.stringify(plan).includes('"perUnit"'));
    expect(ofPeople.length).toBeGreaterThan(extent.questions / 10);
    const ofTwoTables = plans.filter(({ tables }) => tables.length > 1);
    expect(ofTwoTables.length).toBeGreaterThan(extent.questions / 5);
  });

  describe.each(samples.map((data, number) => ({ data, number })))('hospital $number', ({ data, number }) => {
    beforeAll(() => writeParquet(data, folder));

    test.each([1, 8])('DuckDB with %d threads', async threads => compare(await openEngine(onFiles, { threads }), data));

    test('copies in DuckDB', async () => onCopies(await openEngine(onFiles, { copiesInto: folder }), data, number));

    test.skipIf(postgres === undefined).each([0, 8])('PostgreSQL with %d parallel workers', async workers => {
      await fillPostgres(postgres!, data);
      const environment = { URL: `${postgres!.url}?options=${encodeURIComponent(parallel(workers))}` };
      await compare(await openEngine(onPostgres, { environment }), data);
    });

    test.skipIf(postgres === undefined)('copies in PostgreSQL', async () => {
      await fillPostgres(postgres!, data);
      await onCopies(await openEngine(onPostgres, { environment: { URL: postgres!.url } }), data, number);
    });
  });
}

/** Random plans that a policy allows, hospitals, and the two comparisons of an engine with what the plans mean. */
export function comparisonOn(policy: Policy, { hospitals, questions, seed }: Extent) {
  const plans = fc
    .sample(randomPlan, { numRuns: questions * 2, seed })
    .flatMap(plan => checkedBy(policy, plan))
    .slice(0, questions);
  return {
    plans,
    samples: fc.sample(hospital, { numRuns: hospitals, seed }),
    async compare(engine: Engine, data: RawData): Promise<void> {
      for (const plan of plans) {
        const results = await resultsOf(engine, plan, { key: KEY, drawKeys: DRAW_KEYS });
        expect(results, JSON.stringify(plan.plan)).toEqual(expected(meaning(plan, data, KEY, DRAW_KEYS)));
      }
      await engine.close();
    },
    async onCopies(engine: Engine, data: RawData, number: number): Promise<void> {
      const drawn = plans.filter(plan => drawsOf(plan).length > 0).slice(0, questions / 5);
      expect(drawn.length).toBeGreaterThan(questions / 10);
      for (const [place, plan] of drawn.entries()) {
        const { engine: copy, secrets } = await copied(engine, plan, `hospital ${number} plan ${place}`, {
          key: KEY,
          drawKeys: DRAW_KEYS,
        });
        const results = await resultsOf(copy!, plan, secrets);
        expect(results, JSON.stringify(plan.plan)).toEqual(expected(meaning(plan, data, KEY, DRAW_KEYS)));
      }
      await engine.close();
    },
  };
}

/** Refusals are the checker's business; what it lets through must run. */
function checkedBy(policy: Policy, plan: Plan): CheckedPlan[] {
  try {
    return [check(plan, policy)];
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
}

/** Tables this small are not read in parallel unless it costs nothing. */
const parallel = (workers: number): string =>
  [
    `max_parallel_workers_per_gather=${workers}`,
    'parallel_setup_cost=0',
    'parallel_tuple_cost=0',
    'min_parallel_table_scan_size=0',
  ]
    .map(setting => `-c ${setting}`)
    .join(' ');

interface Copied {
  readonly engine: Engine | undefined;
  readonly secrets: Secrets;
}

/** The engine of a copy of a plan's last draw, and what a question on it is asked with. */
async function copied(engine: Engine, checked: CheckedPlan, name: string, secrets: Secrets): Promise<Copied> {
  const held = drawsOf(checked).length - 1;
  const units = unitsQuery(checked, { dialect: engine.dialect, catalogue: engine.catalogue, ...secrets }, held);
  return {
    engine: await engine.copy({
      ...{ table: checked.table, beside: checked.tables.slice(1), name, units },
      ...{ state: 'now', readState: 'now', holds: () => true },
    }),
    secrets: { ...secrets, held },
  };
}
