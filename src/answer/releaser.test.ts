/** Answers of many numbers are told in turns: nobody else on the thread waits for all of them. */
import { setImmediate as immediately } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { by, column, plan, scan } from '../../test/support/plan-builders.ts';
import { practice } from '../../test/support/sampled-releaser.ts';
import { amounts } from '../amounts/index.ts';
import { sharesOf } from '../plan/costs/index.ts';
import { type Aggregate, check, type GroupResult } from '../plan/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { releaserOf, toldInTurns } from './releaser.ts';

const policy = await practice(1);

/** How many turns others have while so many counts of each ward are told, and so many values that are computed from the first. */
async function turnsOf(counts: number, values = 0): Promise<number> {
  const aggregates = Array.from({ length: counts }, (_, i): Aggregate => ({ kind: 'count', name: `n${i}` }));
  const computed = Array.from({ length: values }, (_, i) => ({ name: `c${i}`, expression: column('n0') }));
  const asked = { ...plan(scan('visits'), aggregates, by('ward')), afterwards: { computed } };
  const checked = check(asked, policy);
  const shares = sharesOf(checked, { epsilon: amounts.written('1'), delta: 0 });
  const releaser = releaserOf(checked, shares, uniform(reproducibleEntropy(1)));
  const groups = ['A', 'B', 'C'].map((ward): GroupResult => ({ key: [ward], results: [10n] }));
  let [turns, told] = [0, false];
  const others = (async () => {
    while (!told) {
      await immediately();
      turns += 1;
    }
  })();
  const rows = await toldInTurns(releaser, groups);
  told = true;
  await others;
  expect(rows.map(({ values }) => Object.keys(values).length)).toEqual(Array(3).fill(counts + values));
  return turns;
}

test('others have their turn between groups of many numbers, and few numbers are told at once', async () => {
  expect(await turnsOf(700)).toBeGreaterThanOrEqual(3);
  expect(await turnsOf(3, 700)).toBeGreaterThanOrEqual(3);
  expect(await turnsOf(3)).toBe(1);
});
