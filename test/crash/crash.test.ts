/** A few seeds of every target, and of one that promises what it does not keep; `npm run crash` runs any number. */
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectThat } from './expectation.ts';
import type { TargetOf } from './lives.ts';
import { SIMULATED } from './simulated-paths.ts';
import { simulate, TARGETS } from './simulation.ts';

test.each(Object.entries(TARGETS))('%s keeps its promises wherever it is stopped', async (_, target) => {
  const { failures, stops, places } = await simulate(target, { from: 1, seeds: 25 });
  expect(failures).toEqual([]);
  expect(stops).toBeGreaterThan(15);
  expect(places.size).toBeGreaterThan(8);
});

/** Says that it is kept as soon as it is written. */
const careless: TargetOf = () => {
  const path = join(SIMULATED, 'note');
  let promised = false;
  const check = (): void => {
    if (promised) expectThat(existsSync(path) && readFileSync(path, 'utf8') === 'kept', 'a promise was broken');
  };
  return {
    async live() {
      check();
      if (!existsSync(path)) writeSync(openSync(path, 'wx'), 'kept', 0);
      promised ||= readFileSync(path, 'utf8') === 'kept';
    },
    async between() {},
    async last() {
      check();
    },
  };
};

test('what is promised before it is synced is found out, by the same seeds every time', async () => {
  const [first, second] = [
    await simulate(careless, { from: 1, seeds: 60 }),
    await simulate(careless, { from: 1, seeds: 60 }),
  ];
  expect(first.failures.length).toBeGreaterThan(10);
  expect(first.failures.map(({ seed }) => seed)).toEqual(second.failures.map(({ seed }) => seed));
});

test('a simulated network is gone with its simulation', async () => {
  const { fetch } = globalThis;
  await simulate(TARGETS.collection, { from: 1, seeds: 1 });
  expect(globalThis.fetch).toBe(fetch);
});
