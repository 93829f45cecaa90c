import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AskCase, askCase } from '../../test/support/ask-case.ts';
import { run } from '../../test/support/command.ts';

const ask = ({ policy }: AskCase, sql: string, ...flags: string[]) =>
  run(['ask', '--policy', policy, '--sql', sql, ...flags]);

const answered = async (on: AskCase, sql: string, ...flags: string[]) => {
  const { exit, out } = await ask(on, sql, '--json', ...flags);
  expect({ exit, out }).toMatchObject({ exit: 0 });
  return JSON.parse(out);
};

const spent = async ({ policy }: AskCase) =>
  JSON.parse((await run(['budget', '--policy', policy, '--json'])).out).spent;

/** Noise so small that a wrong answer is noticed: at epsilon 50 it is off by ten once in e^250. */
const CLEARLY = ['--epsilon', '50'];

test.concurrent('an answer without groups: one row, its charge, what is left, and its place in the chain', async () => {
  const answer = await answered(await askCase(), 'SELECT count(*) FROM visits', ...CLEARLY);
  const { estimate, standardError, interval95 } = answer.rows[0].values.count;
  expect(Math.abs(estimate - 600)).toBeLessThan(10);
  expect(standardError).toBeGreaterThan(0);
  expect(interval95[0]).toBeLessThanOrEqual(estimate);
  expect(interval95[1]).toBeGreaterThanOrEqual(estimate);
  expect(answer).toEqual({
    rows: [{ key: {}, values: { count: { estimate, standardError, interval95 } } }],
    charged: { epsilon: 50, delta: 0 },
    inner: { epsilon: 50, delta: 0 },
    remaining: { epsilon: 50, delta: 1e-3 },
    sample: null,
    recorded: false,
    entry: expect.any(Number),
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    derivation: expect.objectContaining({ policy: expect.any(String), steps: expect.any(Array) }),
  });
});

test.concurrent('every public group is answered, also the empty one and that of null, under the names of the question', async () => {
  const { rows } = await answered(
    await askCase(),
    'SELECT ward, count(*) AS n, avg(cost) FROM visits GROUP BY ward',
    ...CLEARLY,
  );
  expect(rows.map(({ key }: { key: object }) => key)).toEqual(['A', 'B', 'C', null].map(ward => ({ ward })));
  const counts = rows.map(({ values }: { values: { n: { estimate: number } } }) => values.n.estimate);
  for (const [i, exact] of [300, 300, 0, 0].entries()) expect(Math.abs(counts[i] - exact)).toBeLessThan(10);
  expect(Object.keys(rows[0].values)).toEqual(['n', 'mean_cost']);
});

test.concurrent('a repeat is the recorded answer, free; fresh noise is paid for; a key is one question', async () => {
  const on = await askCase();
  const sql = 'SELECT count(*) FROM visits';
  const first = await answered(on, sql, '--epsilon', '0.5');
  const again = await answered(on, sql, '--epsilon', '0.50');
  expect(again).toMatchObject({ recorded: true, charged: { epsilon: 0, delta: 0 }, rows: first.rows });
  expect((await ask(on, sql, '--epsilon', '0.5')).out).toContain('recorded answer to the same question, at no charge');
  expect(await answered(on, sql, '--epsilon', '0.5', '--fresh')).toMatchObject({ recorded: false });
  const ada = await answered(on, sql, '--epsilon', '0.5', '--analyst', 'ada');
  expect(ada).toMatchObject({ recorded: false, remaining: { epsilon: 98.5 } });
  const keyed = ['--epsilon', '0.25', '--idempotency-key', 'k'];
  const paid = await answered(on, sql, ...keyed);
  expect(await answered(on, sql, ...keyed)).toMatchObject({ rows: paid.rows, recorded: true });
  const { exit, err } = await ask(on, 'SELECT sum(age) FROM visits', ...keyed);
  expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringMatching(/^idempotency_mismatch: /) });
  expect(await spent(on)).toEqual({ epsilon: 1.75, delta: 0 });
});

test.concurrent('for people: a table, what was charged, what is left, and a new ledger said aloud', async () => {
  const on = await askCase();
  const sql = 'SELECT ward, count(*) AS n, median(age) FROM visits GROUP BY ward';
  const { exit, out, err } = await ask(on, sql, '--epsilon', '0.5');
  expect(exit).toBe(0);
  expect(err).toMatch(
    /^This policy was never checked against the data: .*\nCreated a new ledger with nothing spent: .*visits\.ledger\..*\n$/,
  );
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^ward +n +95 % interval +median_age +95 % interval$/);
  expect(lines[1]).toMatch(/^A +-?\d+ +-?\d+ to -?\d+ +\d+ +rank error at most \d+$/);
  expect(lines[4]).toMatch(/^\(null\) /);
  expect(out).toContain('\nCharged epsilon 0.5; epsilon 99.5, delta 0.001 is left of the budget.\n');
  expect((await ask(on, sql, '--epsilon', '0.4')).err).toMatch(/^This policy was never checked .*\n$/);
});

test.concurrent('explaining opens neither data nor ledger', async () => {
  const on = await askCase();
  await rename(join(on.folder, 'visits.csv'), join(on.folder, 'gone.csv'));
  const sql = 'SELECT ward, sum(cost) FROM visits GROUP BY ward';
  const { charged, inner, steps, error, sql: shown } = await answered(on, sql, '--epsilon', '0.5', '--explain');
  expect({ charged, inner }).toEqual({ charged: { epsilon: 0.5, delta: 0 }, inner: { epsilon: 0.5, delta: 0 } });
  const prices = { epsilon: 0.5, replace: 1, delta: 0 };
  expect(steps[0]).toEqual({ operator: 'scan', parameters: { table: 'visits' }, theorem: 'where', ...prices });
  // two rows of at most 1000 each: Laplace noise of scale 2000 / 0.5 has the deviation sqrt(2) * 4000
  expect(error).toEqual({ noise: { sum_cost: expect.closeTo(Math.SQRT2 * 4000, 0) }, sampling: null, likely: {} });
  expect(shown).toContain('FROM "visits"');
  expect(shown).not.toContain(on.folder);
  const { out } = await ask(on, sql, '--epsilon', '0.5', '--explain');
  expect(out).toContain('Asking would charge at most epsilon 0.5. No data was read and nothing was charged.');
  await expect(access(join(on.folder, 'visits.ledger'))).rejects.toThrow();
});

test.concurrent('a share of epsilon buys tight intervals, and explaining says so', async () => {
  const sql = 'SELECT sum(cost) FROM visits TABLESAMPLE BERNOULLI (50)';
  const flags = ['--inner-epsilon', '1', '--interval-share', '0.25', '--explain'];
  const { out } = await ask(await askCase(), sql, ...flags);
  expect(out).toMatch(/\nnoise statistic total +0\.75 +0\.75 +laplaceNoise\n/);
  expect(out).toMatch(/\nnoise statistic product, for interval +0\.25 +0\.25 +laplaceNoise\n/);
});

test.concurrent('files: CSV that no spreadsheet runs, and JSON that serves as a receipt', async () => {
  const on = await askCase();
  const csv = join(on.folder, 'towns.csv');
  const sql = 'SELECT town, count(*) AS "-n" FROM visits GROUP BY town ORDER BY town';
  const flags = ['--epsilon', '20', '--delta', '1e-6'];
  const { out } = await ask(on, sql, ...flags, '--out', csv);
  expect(out).toContain(`Written: ${csv}`);
  const lines = (await readFile(csv, 'utf8')).split('\r\n');
  expect(lines[0]).toBe("town,'-n,'-n_standard_error,'-n_low95,'-n_high95");
  expect(lines[1]).toMatch(/^'=1\+1,\d+,[\d.]+,[\d.]+,[\d.]+$/);
  expect(lines[2]).toMatch(/^Delft,/);
  const receipt = join(on.folder, 'answer.json');
  const answer = await answered(on, sql, ...flags, '--out', receipt);
  expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual(answer);
  const proof = await run(['budget', '--policy', on.policy, '--verify', '--receipt', receipt, '--json']);
  expect(JSON.parse(proof.out)).toMatchObject({ verified: true });
});

test.concurrent('what is refused before anything is charged', async () => {
  const on = await askCase();
  const count = 'SELECT count(*) FROM visits';
  const byTown = 'SELECT town, count(*) FROM visits GROUP BY town';
  const refused = [
    ['SELECT sum(weight) FROM visits', ['--epsilon', '1'], 1, 'unknown_column'],
    ['SELECT count(* FROM visits', ['--epsilon', '1'], 1, 'sql_syntax'],
    ['SELECT sum(town) FROM visits', ['--epsilon', '1'], 1, 'type_mismatch'],
    [byTown, ['--epsilon', '1'], 1, 'delta_needed'],
    [count, ['--epsilon', '0'], 1, 'value_out_of_range'],
    [count, ['--epsilon', '-1'], 1, 'value_out_of_range'],
    [count, ['--epsilon', 'NaN'], 1, 'value_out_of_range'],
    [count, ['--epsilon', 'much'], 1, 'value_out_of_range'],
    [count, ['--epsilon', '1e-999999999'], 1, 'value_out_of_range'],
    [count, ['--epsilon', '100.000001'], 1, 'budget_exhausted'],
    [byTown, ['--epsilon', '1', '--delta', '0.01'], 1, 'budget_exhausted'],
    [count, ['--epsilon', '1.5', '--analyst', 'ada'], 1, 'budget_exhausted'],
    [count, ['--epsilon', '1', '--out', join(on.folder, 'missing', 'a.csv')], 1, 'file_unwritable'],
    [count, ['--epsilon', '1', '--out', 'a.txt'], 1, 'value_out_of_range'],
    [count, ['--epsilon', '1', '--interval-share', '0.2'], 1, 'interval_unavailable'],
    [`${count} TABLESAMPLE BERNOULLI (50)`, ['--epsilon', '1', '--interval-share', '0'], 1, 'value_out_of_range'],
    [count, ['--epsilon', '1', '--explain', '--out', join(on.folder, 'a.csv')], 1, 'flags_conflict'],
    [count, [], 2, 'usage'],
    [count, ['--epsilon'], 2, 'usage'],
    [count, ['--epsilon', '1', '--seed', '7'], 2, 'usage'],
  ] as const;
  const judge = async ([sql, flags, exit, code]: (typeof refused)[number]) => {
    const { out, ...ended } = await ask(on, sql, '--json', ...flags);
    expect({ flags, sql, exit: ended.exit, code: JSON.parse(out).error.code }).toEqual({ flags, sql, exit, code });
  };
  expect(await spent(on)).toEqual({ epsilon: 0, delta: 0 });
  for (let i = 0; i < refused.length; i += 3) await Promise.all(refused.slice(i, i + 3).map(judge));
  expect(await spent(on)).toEqual({ epsilon: 0, delta: 0 });
}, 120_000);

test.concurrent('data that is missing, and a policy that is missing, undecided or changed', async () => {
  const count = 'SELECT count(*) FROM visits';
  const on = await askCase();
  const refusalOf = async (asked: AskCase) => (await ask(asked, count, '--epsilon', '1')).err.split('\n').at(-2);
  await rename(join(on.folder, 'visits.csv'), join(on.folder, 'gone.csv'));
  expect(await refusalOf(on)).toMatch(/^(file|source)_unreadable: /);
  expect(await spent(on)).toEqual({ epsilon: 0, delta: 0 });
  expect(await refusalOf({ ...on, policy: join(on.folder, 'none.json') })).toMatch(/^file_unreadable: /);
  const undecided = await askCase(policy => {
    const { visits } = policy.tables;
    const columns = { ...visits.columns, age: { ...visits.columns.age, max: null } };
    return { ...policy, tables: { visits: { ...visits, columns } } };
  });
  expect(await refusalOf(undecided)).toMatch(/^policy_undecided: /);
  await rename(join(on.folder, 'gone.csv'), join(on.folder, 'visits.csv'));
  await writeFile(on.policy, (await readFile(on.policy, 'utf8')).replace('"rowsPerUnit":2', '"rowsPerUnit":1'));
  expect(await refusalOf(on)).toMatch(/^policy_changed: /);
});

test.concurrent.each([
  ['SELECT count(*) FROM nobody', '1', 'unknown_table'],
  ['SELECT count(*) FROM visits WHERE', '1', 'sql_syntax'],
  ['SELECT count(*) FROM visits', '0', 'value_out_of_range'],
])('a first question that is refused leaves no ledger: %s at epsilon %s', async (sql, epsilon, code) => {
  const on = await askCase();
  const { exit, err } = await ask(on, sql, '--epsilon', epsilon);
  expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(code) });
  await expect(access(join(on.folder, 'visits.ledger'))).rejects.toThrow();
});

test.concurrent('the owner hears that a policy was never checked, until it was, in this form and version', async () => {
  const on = await askCase();
  const heard = async (...flags: string[]) =>
    (await ask(on, 'SELECT count(*) FROM visits', '--epsilon', '0.5', '--fresh', ...flags)).err.includes(
      'never checked',
    );
  expect(await heard()).toBe(true);
  expect(await heard('--analyst', 'ada')).toBe(false);
  // a repeat costs nothing and asks for nothing
  expect((await ask(on, 'SELECT count(*) FROM visits', '--epsilon', '0.5')).err).toBe('');
  expect((await run(['policy', 'check', '--policy', on.policy])).exit).toBe(0);
  expect(await heard()).toBe(false);
  const content = JSON.parse(await readFile(on.policy, 'utf8'));
  await writeFile(on.policy, JSON.stringify({ ...content, source: { ...content.source, version: '2' } }));
  expect(await heard()).toBe(true);
  expect((await run(['policy', 'check', '--policy', on.policy])).exit).toBe(0);
  expect((await run(['policy', 'check', '--policy', on.policy])).exit).toBe(0);
  expect(await heard()).toBe(false);
  expect((await readFile(join(on.folder, 'visits.ledger.checked'), 'utf8')).trim().split('\n')).toHaveLength(2);
});
