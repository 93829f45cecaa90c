/**
 * `npm run mutate -- [STATION...] [--sample N] [--seed S] [--most K]`: a random sample of all mutants of the stations, each shown to
 * its station's tests. Prints the share that the tests noticed with its lower 95 % limit, and every survivor.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { binomialLogUpperTail } from '../../src/numerics/index.ts';
import { identityOf, mutantsOf, sampleOf } from './discovered.ts';
import { type Station, stations } from './stations.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string' },
    survivors: { type: 'string' },
  },
});

const all = (await Promise.all(stations.map(mutantsOf))).flat();
const sample = sampleOf(all, Number(values.sample), Number(values.seed));
console.error(`${all.length} mutants; ${sample.length} of them by seed ${values.seed}`);

const counted = { noticed: 0, survived: 0, invalid: 0 };
for (const station of stations.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const ours = sample.filter(mutant => mutant.station === station.name).slice(0, Number(values.most ?? sample.length));
  if (ours.length > 0) await shown(station, ours);
}
const total = counted.noticed + counted.survived;
const limit = lowerLimit(counted.noticed, total);
console.log(
  `${total} mutants, ${counted.noticed} noticed (${percent(counted.noticed / total)}, at least ${percent(limit)} with 95 % confidence), ` +
    `${counted.survived} survived, ${counted.invalid} would not run`,
);

async function shown({ name, tests }: Station, ours: typeof sample): Promise<void> {
  process.env.SORTITION_MUTATION_TESTS = tests.join(',');
  const results = await new Stryker({
    mutate: ours.map(({ range }) => range),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    reporters: ['progress-append-only'],
    tempDirName: '.mutants',
    ignorePatterns: ['bench', 'docs', 'examples', 'dist', 'console'],
    concurrency: 2,
    timeoutMS: 15_000,
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest();
  // a place holds smaller ones: what else was tried there was not drawn
  const drawn = new Set(ours.map(({ id }) => id));
  for (const result of results) {
    if (!drawn.has(identityOf(result, 1))) continue;
    const { status, fileName, location, mutatorName, replacement } = result;
    if (status === 'Killed' || status === 'Timeout') counted.noticed += 1;
    else if (status === 'Survived' || status === 'NoCoverage') {
      counted.survived += 1;
      const line = `${name}: ${fileName.slice(fileName.indexOf('src/'))}:${location.start.line} ${mutatorName} -> ${replacement}`;
      console.log(`survived, ${line}`);
      if (values.survivors !== undefined) appendFileSync(values.survivors, `${line}\n`);
    } else counted.invalid += 1;
  }
}

/** Clopper and Pearson's. */
function lowerLimit(seen: number, trials: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (seen > 0 && binomialLogUpperTail(trials, middle, seen) >= Math.log(0.05)) high = middle;
    else low = middle;
  }
  return seen === 0 ? 0 : high;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
