/**
 * `npm run mutate -- [STATION...] [--sample N] [--seed S] [--from J] [--most K]`: a random sample of all mutants of the stations, each
 * shown to its station's tests. Prints the share that the tests noticed with its lower 95 % limit, and every survivor. The sample has
 * no order, so that some of it may be shown today and the rest, by `--from`, another day.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { binomialLogUpperTail } from '../../src/numerics/index.ts';
import { compiler, replaced } from './compiler.ts';
import { identityOf, mutantsOf, sampleOf } from './discovered.ts';
import { type Station, stations } from './stations.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    most: { type: 'string' },
    survivors: { type: 'string' },
  },
});

type Instrument = typeof Instrumenter.prototype.instrument;
const instrument: Instrument = Instrumenter.prototype.instrument;
const all = (await Promise.all(stations.map(mutantsOf))).flat();
const sample = sampleOf(all, Number(values.sample), Number(values.seed));
console.error(`${all.length} mutants; ${sample.length} of them by seed ${values.seed}`);

const counted = { compiler: 0, tests: 0, late: 0, survived: 0, invalid: 0 };
for (const station of stations.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const ours = sample.filter(mutant => mutant.station === station.name).slice(Number(values.from));
  const some = ours.slice(0, Number(values.most ?? ours.length));
  if (some.length > 0) await shown(station, some);
}
const noticed = counted.compiler + counted.tests + counted.late;
const total = noticed + counted.survived;
console.log(
  `${total} mutants, ${noticed} noticed (${percent(noticed / total)}, at least ${percent(lowerLimit(noticed, total))} with 95 % ` +
    `confidence), ${counted.compiler} of them by the compiler alone, ${counted.late} because tests never ended; ${counted.survived} survived, ${counted.invalid} would not run`,
);

async function shown({ name, tests }: Station, ours: typeof sample): Promise<void> {
  process.env.SORTITION_MUTATION_TESTS = tests.join(',');
  const drawn = new Set(ours.map(({ id }) => id));
  leaveOut(mutant => !drawn.has(identityOf(mutant, 0)));
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
    // the tests of the accountant alone take longer than the five minutes that are usual
    dryRunTimeoutMinutes: 60,
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest();
  // asked last: the compiler takes longer than most tests, and most mutants do not live so long
  const compiled = compiler();
  for (const result of results) {
    if (result.status === 'Ignored') continue;
    const { status, fileName, location, mutatorName, replacement = '' } = result;
    if (status === 'Killed') counted.tests += 1;
    else if (status === 'Timeout') counted.late += 1;
    else if (status !== 'Survived' && status !== 'NoCoverage') counted.invalid += 1;
    else {
      const path = fileName.slice(fileName.indexOf('src/'));
      const [start, end] = [location.start, location.end].map(({ line, column }) => ({
        line: line - 1,
        character: column - 1,
      }));
      if (compiled([replaced({ fileName: path, start, end, replacement })]).length > 0) counted.compiler += 1;
      else survived(`${name}: ${path}:${location.start.line} ${mutatorName} -> ${replacement}`);
    }
  }
}

function survived(line: string): void {
  counted.survived += 1;
  console.log(`survived, ${line}`);
  if (values.survivors !== undefined) appendFileSync(values.survivors, `${line}\n`);
}

/** A place holds smaller ones, and the runner takes places: what was not drawn is marked, or three of four runs would be in vain. */
function leaveOut(isLeftOut: (mutant: Parameters<typeof identityOf>[0]) => boolean): void {
  Instrumenter.prototype.instrument = async function (...given: Parameters<Instrument>) {
    const { files, mutants } = await instrument.apply(this, given);
    return { files, mutants: mutants.map(each => (isLeftOut(each) ? { ...each, status: 'Ignored' } : each)) };
  };
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
