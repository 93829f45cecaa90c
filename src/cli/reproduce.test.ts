import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';
import { fixturePath } from '../../test/support/fixture.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'reproduce-'));

test('names what there is', async () => {
  const { exit, out } = await run(['reproduce', '--list']);
  expect(exit).toBe(0);
  expect(out).toContain('paper-4-figures-6-7');
});

test('one of them is written as data, picture and page, with progress beside', async () => {
  const out = folder();
  const ran = await run(['reproduce', 'paper-4-growth', '--out', out, '--json']);
  const { made, dataGiven } = JSON.parse(ran.out);
  expect(dataGiven).toBe(false);
  expect(made).toHaveLength(1);
  expect(ran.err).toContain('1 of 1: paper-4-growth');
  expect(readFileSync(join(out, 'paper-4-growth.csv'), 'utf8')).toMatch(/^people,/);
  expect(JSON.parse(readFileSync(join(out, 'paper-4-growth.json'), 'utf8')).rows.length).toBeGreaterThan(10);
  expect(readFileSync(join(out, 'paper-4-growth.svg'), 'utf8')).toMatch(/^<svg /);
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('./paper-4-growth.svg');
});

test('the data set is used where it is given', async () => {
  const out = folder();
  const ran = await run(['reproduce', 'paper-4-figures-6-7', '--out', out, '--data', fixturePath('data')]);
  expect(ran.out).toContain('M. Zwitter and M. Soklic');
  expect(ran.out).not.toContain('synthetic');
});

test.each([
  [[], 'usage', 2],
  [['paper-4-growth', '--all'], 'usage', 2],
  [['paper-9'], 'value_out_of_range', 1],
  [['paper-4-growth', '--data', '/nowhere'], 'file_unreadable', 1],
  [['paper-4-growth', '--out', '/proc/nowhere'], 'file_unwritable', 1],
  [['paper-4-figure-2', '--seed', '-1', '--out', '/tmp'], 'value_out_of_range', 1],
])('reproduce %j is refused with %s', async (words, code, status) => {
  const { exit, out } = await run(['reproduce', ...words, '--json']);
  expect([exit, JSON.parse(out).error.code]).toEqual([status, code]);
});
