import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'tsdown';
import { beforeAll, expect, test } from 'vitest';
import { populationOf } from './populations/population.ts';
import { type SimulationRequest, simulate } from './simulation.ts';
import { simulateOnThreads } from './threads.ts';

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
  writeProgram('run.mjs', 'request, { threads: 2 }');
  // so many that whoever goes on with them is found out by the time-out of this test
  writeProgram('given-up.mjs', '{ ...request, runs: 1e6 }, { threads: 2, signal: controller.signal, progress }');
});

function writeProgram(name: string, words: string): void {
  const { population, ...rest } = request;
  writeFileSync(
    join(FOLDER, name),
    `import { createHash } from 'node:crypto';
     import { simulateOnThreads } from './threads.mjs';
     const sorted = Float64Array.from({ length: 5001 }, (_, place) => place);
     const population = { sorted, min: ${population.min}, max: ${population.max}, clamped: 0 };
     const request = { ...${JSON.stringify(rest)}, population };
     const controller = new AbortController();
     const progress = part => controller.abort('given up');
     const told = ({ cells }) => {
       const hash = createHash('sha256');
       for (const { centres, variances } of cells) hash.update(centres).update(variances);
       return hash.digest('hex');
     };
     console.log(await simulateOnThreads(${words}).then(told, String));`,
  );
}

test('once built, two threads do the work, and find what one would', async () => {
  const env = { ...process.env, NODE_DEBUG: 'worker' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(FOLDER, 'run.mjs')], { env });
  expect([...stderr.matchAll(/create new worker/g)]).toHaveLength(2);
  expect(stderr).toContain('simulation-worker.mjs');
  const hash = createHash('sha256');
  for (const { centres, variances } of simulate(request).cells) hash.update(centres).update(variances);
  expect(stdout.trim()).toBe(hash.digest('hex'));
});

test('given up, all threads end, and with them the process', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, 'given-up.mjs')]);
  expect(stdout.trim()).toBe('given up');
});

test('given up where there are no threads, it ends after a chunk', async () => {
  const controller = new AbortController();
  const parts: number[] = [];
  const progress = (part: number): void => {
    parts.push(part);
    controller.abort(new RangeError('given up'));
  };
  const watching = { threads: 1, signal: controller.signal, progress };
  await expect(simulateOnThreads(request, watching)).rejects.toBeInstanceOf(RangeError);
  expect(parts).toEqual([1 / 100]);
});
