import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaignOf } from '../../test/support/campaign.ts';
import { run } from '../../test/support/command.ts';

const collect = (words: string) => run(['collect', ...words.split(' ')]);

const BREAST_CANCER = 'simulate --counts 1,0,1,7,16 --population 10000 --sampling 0.45 --runs 2000 --seed 5';

test('a simulation tells estimates, their error in theory, randomized response, and all views', async () => {
  const { exit, out } = await collect(`${BREAST_CANCER} --noise-epsilon 1 --json`);
  const { estimates, theory, randomizedResponse, views } = JSON.parse(out);
  expect(exit).toBe(0);
  expect(estimates.mean[4]).toBeCloseTo(16, 0);
  expect(estimates.standardDeviation[4] / theory.standardDeviation[4]).toBeCloseTo(1, 1);
  expect(randomizedResponse.theory.standardDeviation[4]).toBeCloseTo(24.5, 1);
  expect(views.linkedRounds.delta).toBe(0.45);
  expect(views.counts.delta).toBe(0.45);
  expect(views.released.epsilon).toBeCloseTo(0.9075, 4);
});

test('without noise the release has no bound; with round one shown the counts tell far more', async () => {
  const { out } = await collect(
    'simulate --counts 50 --population 50 --sampling 0.45 --baseline 0.05 --runs 2 --seed 1 --json',
  );
  const { views } = JSON.parse(out);
  expect(views.released.epsilon).toBeNull();
  expect(views.counts.delta).toBeCloseTo(1.5e-8, 9);
  expect(views.counts.withRoundOne).toBeCloseTo(6.5e-5, 6);
});

test('a seed makes the simulation reproducible', async () => {
  const [first, second] = await Promise.all([collect(BREAST_CANCER), collect(BREAST_CANCER)]);
  expect(first.out).toBe(second.out);
  expect(first.out).toContain('never link');
});

test('a plan names the rate of the least error', async () => {
  const { out } = await collect('plan --count 100 --population 1000000 --epsilon 1 --rates 0.1,0.45 --json');
  const { rates, best, randomizedResponse } = JSON.parse(out);
  expect(rates).toHaveLength(2);
  expect(best).toEqual({ rate: 0.45, deviation: rates[1].deviation });
  expect(randomizedResponse.deviation).toBeGreaterThan(10 * best.deviation);
  expect((await collect('plan --count 100 --population 1000000 --epsilon 1')).out).toContain('Least error');
});

test.each([
  ['simulate --counts 5 --population 4 --sampling 0.5 --runs 10', 'value_out_of_range', 1],
  ['simulate --counts 5 --population 9 --sampling NaN --runs 10', 'value_out_of_range', 1],
  ['simulate --counts 5 --population 9 --sampling 0.5 --runs 10 --coins 0.9', 'value_out_of_range', 1],
  ['simulate --counts 5 --population 9 --sampling 0.5 --runs 10 --epsilon -1', 'value_out_of_range', 1],
  ['simulate --counts 5 --population 9 --sampling 0.5', 'usage', 2],
  ['plan --count 5 --population 9 --epsilon 0', 'value_out_of_range', 1],
])('collect %s is refused with %s', async (words, code, status) => {
  const { exit, out } = await collect(`${words} --json`);
  expect([exit, JSON.parse(out).error.code]).toEqual([status, code]);
});

test('a service has campaigns with their ledger and budget, or none', async () => {
  const serve = (words: string) => run(['serve', '--policy', 'policy.json', ...words.split(' ')]);
  for (const words of ['--campaigns here', '--collect-ledger sqlite:a --collect-budget-epsilon 1'])
    expect(await serve(words)).toMatchObject({ exit: 2, err: expect.stringContaining('go together') });
  const nowhere = await serve('--campaigns nowhere --collect-ledger sqlite:a --collect-budget-epsilon 1');
  expect(nowhere).toMatchObject({ exit: 1, err: expect.stringContaining('file_unreadable: nowhere') });
});

test('tickets lie where their owner alone reads them: each lets whoever has it report once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-tickets-'));
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('asked.json'), JSON.stringify(campaignOf()));
  expect(await collect(`create ${at('asked.json')} --out ${at('made')}`)).toMatchObject({ exit: 0 });
  const files = `--campaign ${at('made/campaign.json')} --organiser ${at('made/organiser.json')}`;
  expect(await collect(`tickets ${files} --count 3 --out ${at('tickets.txt')}`)).toMatchObject({ exit: 0 });
  expect(readFileSync(at('tickets.txt'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
  expect(statSync(at('tickets.txt')).mode & 0o077).toBe(0);
});
