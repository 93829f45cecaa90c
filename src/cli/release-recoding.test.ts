import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

let folder: string;

/** 6,000 people, two rows each in the second file; one on an island; half the wages have cents, one is no number. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-recoding-'));
  const person = (i: number) =>
    [
      20 + (i % 50),
      i === 7 ? '' : 1000 + ((i * 613) % 3000) / 2,
      `20${10 + (i % 9)}-0${1 + (i % 8)}-1${i % 9}`,
      i < 1 ? 'island' : 'main',
    ].join(',');
  const people = Array.from({ length: 6000 }, (_, i) => person(i));
  const visits = Array.from({ length: 6000 }, (_, i) => `p${i >> 1},${person(i >> 1)}`);
  await writeFile(join(folder, 'people.csv'), ['age,wage,born,place', ...people].join('\n'));
  await writeFile(join(folder, 'visits.csv'), ['person,age,wage,born,place', ...visits].join('\n'));
});

const audited = async (file: string, ...words: string[]) => {
  const { exit, out } = await run([
    ...['release', 'audit', join(folder, file), '--epsilon', '1', '--delta', '0.01', '--rate', '5%'],
    ...words,
  ]);
  expect({ exit, out }).toMatchObject({ exit: 0 });
  return out;
};

test.each([
  ['rows', 'people.csv', []],
  ['rows with a rule already', 'people.csv', ['--coarsen', 'place=prefix:1,born=year']],
  ['people with several rows', 'visits.csv', ['--unit', 'person']],
])('%s: what is suggested together is what an audit of it finds', async (_, file, more) => {
  const columns = ['--columns', 'age,wage,born,place'];
  const found = JSON.parse(await audited(file, ...columns, ...more, '--json'));
  expect(found).toMatchObject({ verdict: 'unsafe', recoding: { exactRate: expect.any(Number) } });
  const { recoding } = found;
  const unit = more.includes('--unit') ? ['--unit', 'person'] : [];
  const coarsen = recoding.coarsen === '' ? [] : ['--coarsen', recoding.coarsen];
  const again = JSON.parse(await audited(file, '--columns', recoding.columns.join(','), ...coarsen, ...unit, '--json'));
  expect(again).toMatchObject({
    verdict: 'safe',
    exactRate: recoding.exactRate,
    distinct: recoding.distinct,
    recoding: null,
    suggestions: [],
  });
});

test('for people: the flags to copy, and every term where it appears', async () => {
  const out = await audited('people.csv', '--columns', 'age,wage,born,place');
  expect(out).toMatch(
    /Together, these would make rate 0\.05 safe \(largest safe rate [\d.]+, \d+ combinations\):\n {2}--columns \S+ --coarsen \S+=\S+\n {2}\(without .*place\)/,
  );
  for (const term of ['Combination:', 'Rare:', 'common:', 'Unique:', 'k:', 'Sample unique:', 'Unique match:'])
    expect(out).toContain(term);
  expect(out).toMatch(/sample uniques at rate 0\.05, expected share of the sample +[\d.]+/);
});

const HOSTILE = ['body mass', "$(echo it's)", 'a=b', 'x\u001b[2J'];

test('names from the head of a file are words to the shell and to the terminal, and rules are suggested only where they can be written', async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => [i % 60, (i * 7) % 500, (i * 13) % 700, `\u001b[2J${i % 2}`]);
  await writeFile(join(folder, 'hostile.csv'), [HOSTILE.map(name => `"${name}"`), ...rows].join('\n'));
  const columns = ['--columns', HOSTILE.join(',')];
  const out = await audited('hostile.csv', ...columns);
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(out).toContain('leave out a=b');
  expect(out).not.toContain('a=b=');
  const [, copied = ''] = /Together.*\n {2}(.*)/.exec(out) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${copied}`]);
  const { recoding } = JSON.parse(await audited('hostile.csv', ...columns, '--json'));
  expect(recoding.columns).toEqual(expect.arrayContaining([expect.stringMatching(/[ $]/)]));
  expect(stdout).toBe(['--columns', recoding.columns.join(','), '--coarsen', recoding.coarsen, ''].join('\n'));
});
