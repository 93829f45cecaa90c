import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AskCase, askCase } from '../../test/support/ask-case.ts';
import { run } from '../../test/support/command.ts';

let on: AskCase;

beforeAll(async () => {
  on = await askCase();
  await count('--analyst', 'ada', '--epsilon', '0.5', '--out', join(on.folder, 'receipt.json'));
});

const count = (...flags: string[]) =>
  run(['ask', '--policy', on.policy, '--sql', 'SELECT count(*) FROM visits', ...flags]);
const budget = (...words: string[]) => run(['budget', ...words, '--policy', on.policy]);

test('the budget as JSON: all of it, by analyst and by table', async () => {
  const { exit, out } = await budget('--json', '--verify');
  expect(exit).toBe(0);
  const spent = { epsilon: 0.5, delta: 0 };
  expect(JSON.parse(out)).toEqual({
    budget: { epsilon: 100, delta: 1e-3 },
    spent,
    remaining: { epsilon: 99.5, delta: 1e-3 },
    byAnalyst: [{ analyst: 'ada', spent, limit: { epsilon: 1, delta: null } }],
    byTable: [{ table: 'visits', spent, limit: { epsilon: null, delta: null } }],
    samples: [],
    entries: expect.any(Number),
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    verified: true,
  });
  expect(JSON.parse((await budget('--json')).out)).not.toHaveProperty('verified');
});

test('the budget for people', async () => {
  const { out } = await budget('--verify');
  expect(out).toMatch(/^left +99\.5 +0\.001$/m);
  expect(out).toMatch(/^analyst ada +0\.5 +0 +1 /m);
  expect(out).toMatch(/^Ledger verified: \d+ entries, head [0-9a-f]{64}\.$/m);
});

test('a grant lets a question through that did not fit, and keeps its reason', async () => {
  expect((await count('--epsilon', '101')).err).toMatch(/^budget_exhausted: /);
  const { out } = await budget('grant', '--epsilon', '1.5', '--reason', 'the spring survey', '--json');
  const granted = JSON.parse(out);
  expect(granted).toMatchObject({ budget: { epsilon: 101.5, delta: 1e-3 }, remaining: { epsilon: 101 } });
  expect(granted.head).toMatch(/^[0-9a-f]{64}$/);
  expect((await count('--epsilon', '101')).exit).toBe(0);
  expect((await budget('grant', '--epsilon', '1', '--reason', 'more')).out).toMatch(
    /^Granted in entry \d+: the budget is now epsilon 102\.5, delta 0\.001; epsilon 1, delta 0\.001 is left\.$/m,
  );
});

test('a changed policy counts once it is accepted', async () => {
  const other = await askCase();
  const ask = () => run(['ask', '--policy', other.policy, '--sql', 'SELECT count(*) FROM visits', '--epsilon', '1']);
  await ask();
  await writeFile(other.policy, (await readFile(other.policy, 'utf8')).replace('"rowsPerUnit":2', '"rowsPerUnit":3'));
  expect((await ask()).err).toMatch(/^policy_changed: /);
  const { out } = await run(['policy', 'accept', '--policy', other.policy, '--reason', 'third visits count']);
  expect(out).toMatch(/^Accepted in entry \d+: /);
  expect((await ask()).exit).toBe(0);
});

test('a ledger that lost a receipt is noticed', async () => {
  const receipt = join(on.folder, 'receipt.json');
  const whole = await budget('--verify', '--receipt', receipt);
  expect(whole.exit).toBe(0);
  for (const name of ['', '-wal', '-shm']) await rm(join(on.folder, `visits.ledger${name}`), { force: true });
  const { exit, err } = await budget('--verify', '--receipt', receipt);
  expect(exit).toBe(1);
  expect(err).toMatch(/^Created a new ledger/);
  expect(err).toMatch(/^ledger_rolled_back: /m);
});

test.each([
  [['--receipt', 'r.json'], 1, 'flags_conflict'],
  [['--verify', '--receipt', 'missing.json'], 1, 'file_unreadable'],
  [['--verify', '--receipt', 'package.json'], 1, 'specification_invalid'],
  [['grant', '--epsilon', '1'], 2, 'usage'],
  [['grant', '--epsilon', '-1', '--reason', 'x'], 1, 'value_out_of_range'],
  [['grant', '--epsilon', 'Infinity', '--reason', 'x'], 1, 'value_out_of_range'],
])('budget %j is refused', async (words, exit, code) => {
  const { out, ...ended } = await budget(...words, '--json');
  expect(ended.exit).toBe(exit);
  expect(JSON.parse(out).error.code).toBe(code);
});
