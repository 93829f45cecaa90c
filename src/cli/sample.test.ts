import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AskCase, askCase } from '../../test/support/ask-case.ts';
import { run } from '../../test/support/command.ts';

let on: AskCase;

beforeAll(async () => {
  on = await askCase();
});

const sample = (...words: string[]) => run([...words, '--policy', on.policy]);
const SQL = "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10) REPEATABLE ('june')";

test('a sample is made, asked by its name in SQL, listed, and retired with its key', async () => {
  const create = ['sample', 'create', 'june', '--table', 'visits', '--bernoulli', '0.1'];
  const created = await sample(...create, '--json');
  expect(JSON.parse(created.out)).toMatchObject({ name: 'june', scheme: 'bernoulli', existed: false });
  expect((await sample(...create)).out).toContain('nothing was charged');
  const asked = await sample('ask', '--sql', SQL, '--inner-epsilon', '2', '--json');
  expect(JSON.parse(asked.out)).toMatchObject({
    inner: { epsilon: 2 },
    charged: { epsilon: expect.closeTo(Math.log(1 + 0.1 * Math.expm1(2)), 9) },
    sample: { name: 'june', scheme: 'bernoulli', rate: 0.1 },
  });
  const listed = await sample('samples', '--json');
  expect(JSON.parse(listed.out)).toEqual({
    samples: [{ name: 'june', scheme: 'bernoulli', rate: 0.1, spent: { epsilon: 2, delta: 0 }, retired: false }],
  });
  expect((await sample('samples')).out).toContain('june');
  expect(await readdir(join(on.folder, 'visits.ledger.keys'))).toHaveLength(1);
  expect(await sample('sample', 'retire', 'june', '--reason', 'over')).toMatchObject({ exit: 0 });
  expect(await readdir(join(on.folder, 'visits.ledger.keys'))).toEqual([]);
  expect((await sample('samples')).out).toContain('retired');
});

test('a capped sample is charged when it is made', async () => {
  const create = ['sample', 'create', 'cap', '--table', 'visits', '--bernoulli', '0.5'];
  const { out } = await sample(...create, '--cap-epsilon', '1', '--cap-delta', '1e-6', '--json');
  expect(JSON.parse(out).charged).toEqual({
    epsilon: expect.closeTo(Math.log((1 + Math.E) / 2), 9),
    delta: expect.closeTo(5e-7, 15),
  });
});

test.each([
  ['no scheme', ['create', 'x', '--table', 'visits'], 'flags_conflict', 1],
  ['two schemes', ['create', 'x', '--table', 'visits', '--bernoulli', '0.1', '--fixed-size', '3'], 'flags_conflict', 1],
  ['rate 2', ['create', 'x', '--table', 'visits', '--bernoulli', '2'], 'value_out_of_range', 1],
  ['another table', ['create', 'x', '--table', 'nowhere', '--bernoulli', '0.1'], 'unknown_table', 1],
  [
    'a cap of delta alone',
    ['create', 'x', '--table', 'visits', '--bernoulli', '0.1', '--cap-delta', '1e-6'],
    'flags_conflict',
    1,
  ],
  ['a sample that is not there', ['retire', 'nobody', '--reason', 'x'], 'sample_unknown', 1],
  ['no reason', ['retire', 'nobody'], 'usage', 2],
])('%s is refused', async (_, words, code, exit) => {
  const { exit: found, out } = await sample('sample', ...words, '--json');
  expect({ found, code: JSON.parse(out).error.code }).toEqual({ found: exit, code });
});

test('recovery needs an anchor in the policy', async () => {
  const { exit, out } = await sample('ledger', 'recover', '--reason', 'x', '--json');
  expect({ exit, code: JSON.parse(out).error.code }).toEqual({ exit: 1, code: 'anchor_missing' });
});
