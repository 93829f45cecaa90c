/** Computing as it is published, on real threads: Node runs no TypeScript there, so that other tests compute where they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { beforeAll, expect, test } from 'vitest';
import { account, parseSpecification } from '../../src/accounting/index.ts';
import { explanationOrder } from '../../src/answer.ts';
import { simulateReply } from '../../src/cli/collect-simulate-reply.ts';
import { orderedSimulation } from '../../src/collect/index.ts';
import type { Computing } from '../../src/service/computing/computing.ts';
import { guessedPolicy, withData } from '../support/clinic.ts';

const FOLDER = join('.tmp', 'computing');
const ADA = { role: 'analyst', analyst: 'ada' } as const;

let openComputing: () => Computing;
beforeAll(async () => {
  await build({
    config: false,
    entry: {
      computing: 'src/service/computing/computing.ts',
      'service/computing/thread': 'src/service/computing/thread.ts',
    },
    format: 'esm',
    platform: 'node',
    dts: false,
    outDir: FOLDER,
    logLevel: 'silent',
  });
  const built = pathToFileURL(resolve(FOLDER, 'computing.mjs')).href;
  ({ openComputing } = await import(/* @vite-ignore */ built));
}, 60_000);

async function computing(work: (on: Computing) => Promise<void>): Promise<void> {
  const on = openComputing();
  try {
    await work(on);
  } finally {
    await on.close();
  }
}

const workload = (parts: number) =>
  parseSpecification({
    relation: 'add-remove',
    steps: [{ mechanism: { kind: 'pure', epsilon: 0.1 }, sampling: { kind: 'partition', parts } }],
    ask: { deltaAt: { epsilon: 0.05 } },
  });

test('what a thread finds is what is found here, and this thread goes on meanwhile', () =>
  computing(async on => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      ticking = setImmediate(count);
    };
    let ticking = setImmediate(count);
    expect(await on.compute(ADA, 'account', workload(2))).toEqual(account(workload(2)));
    clearImmediate(ticking);
    expect(turns).toBeGreaterThan(0);
  }));

test('questions are explained there as here', () =>
  withData(
    data =>
      computing(async on => {
        await data.table('visits').count().ask({ epsilon: 0.5 });
        for (const sql of [
          'SELECT ward, avg(cost) FROM visits GROUP BY ward',
          "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('june')",
        ]) {
          const options = { epsilon: 0.5, rates: [0.1, 1] };
          const { plan, explain } = await data.sql(sql);
          const order = explanationOrder(plan, options, 'custodian', data.deployment);
          expect(await on.compute(ADA, 'explain', order)).toEqual(explain(options));
        }
      }),
    guessedPolicy,
  ));

test('collections are played there as here, and whoever watches hears how far they are', () =>
  computing(async on => {
    const order = { counts: [3, 5], population: 100, sampling: 0.5, epsilon: 1, runs: 5000, seed: 1, aggregators: 2 };
    const parts: number[] = [];
    const simulation = orderedSimulation(order);
    const played = await on.compute(
      ADA,
      'collection',
      { simulation, epsilon: 1 },
      { progress: part => parts.push(part) },
    );
    expect({ ...played, aggregators: 2, runs: 5000 }).toMatchObject(simulateReply(order).json as object);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.at(-1)).toBe(1);
  }));

test('refusals come back as themselves', () =>
  computing(async on => {
    const plan = { values: 1, count: 5, population: 3, epsilon: 1, delta: 1e-6, aggregators: 2, rates: [0.5] };
    await expect(on.compute(ADA, 'planCollection', plan)).rejects.toMatchObject({ code: 'value_out_of_range' });
  }));

test.runIf(process.platform === 'linux')('threads that compute give way to the one that answers', () =>
  computing(async on => {
    await on.compute(ADA, 'account', SMALL);
    expect(nicenessOfThreads()).toContain(Math.min(19, getPriority() + 10));
    expect(nicenessOfThreads().filter(niceness => niceness === getPriority()).length).toBeGreaterThan(0);
  }),
);

/** How far each thread of this process gives way, as Linux tells it: the 19th field, after a name that may hold anything. */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map(task => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

const SMALL = {
  relation: 'add-remove',
  steps: [{ mechanism: { kind: 'pure', epsilon: 1 }, count: 2 }],
  ask: { epsilonAt: { delta: 1e-6 } },
};
