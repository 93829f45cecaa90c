import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'tsdown';
import { beforeAll, expect, test } from 'vitest';
import { populationOf } from './population.ts';
import { type SimulationRequest, simulate } from './simulation.ts';

const FOLDER = join('.tmp', 'threads');
const VALUES = Array.from({ length: 5001 }, (_, place) => (place * 7919) % 5001);
const request: SimulationRequest = {
  population: populationOf(VALUES, { min: 0, max: 5000 }),
  quantile: 0.5,
  mechanism: 'smooth',
  scheme: 'fixed-size',
  relation: 'replace-one',
  privacies: [{ epsilon: 1, delta: 1e-4 }],
  rates: [0.1, 0.5],
  runs: 2000,
  seed: 3,
};

/** As it is published: few files, and one beside them for each thread. */
beforeAll(async () => {
  await build({
    config: false,
    entry: { threads: 'src/forecast/threads.ts', 'forecast/simulation-worker': 'src/forecast/simulation-worker.ts' },
    format: 'esm',
    platform: 'node',
    dts: false,
    outDir: FOLDER,
    logLevel: 'silent',
  });
  const { population, ...rest } = request;
  writeFileSync(
    join(FOLDER, 'run.mjs'),
    `import { createHash } from 'node:crypto';
     import { simulateOnThreads } from './threads.mjs';
     const sorted = Float64Array.from({ length: 5001 }, (_, place) => place);
     const population = { sorted, min: ${population.min}, max: ${population.max}, clamped: 0 };
     const { cells } = await simulateOnThreads({ ...${JSON.stringify(rest)}, population }, { threads: 2 });
     const hash = createHash('sha256');
     for (const { centres, variances } of cells) hash.update(centres).update(variances);
     console.log(hash.digest('hex'));`,
  );
});

test('once built, two threads do the work, and find what one would', async () => {
  const env = { ...process.env, NODE_DEBUG: 'worker' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(FOLDER, 'run.mjs')], { env });
  expect([...stderr.matchAll(/create new worker/g)]).toHaveLength(2);
  expect(stderr).toContain('simulation-worker.mjs');
  const hash = createHash('sha256');
  for (const { centres, variances } of simulate(request).cells) hash.update(centres).update(variances);
  expect(stdout.trim()).toBe(hash.digest('hex'));
});
