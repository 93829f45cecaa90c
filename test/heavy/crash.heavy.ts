/** The machine that stops, 2,000 seeds of every target: about two minutes of one core. `npm run crash` runs any number. */
import { expect, test } from 'vitest';
import { simulate, TARGETS } from '../crash/simulation.ts';

test.each(Object.entries(TARGETS))('%s keeps its promises wherever it is stopped', async (_, target) => {
  const { failures, stops } = await simulate(target, { from: 500_000, seeds: 2000 });
  expect(failures).toEqual([]);
  expect(stops).toBeGreaterThan(1000);
});
