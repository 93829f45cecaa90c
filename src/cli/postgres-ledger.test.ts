/** Every command that reads or writes a ledger, with one in PostgreSQL. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AskCase, askCase } from '../../test/support/ask-case.ts';
import { run } from '../../test/support/command.ts';
import { openDatabase, type PostgresServer } from '../../test/support/postgres.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

async function onPostgres(more: object = {}): Promise<AskCase> {
  await server.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE');
  const on = await askCase(policy => ({ ...policy, ledger: 'postgres:file:ledger.url', keyFile: 'wrapping', ...more }));
  writeFileSync(join(on.folder, 'ledger.url'), server.url);
  writeFileSync(join(on.folder, 'wrapping'), 'a5'.repeat(32), { mode: 0o600 });
  return on;
}

const COUNT = 'SELECT count(*) FROM visits';
const inJune = `SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('june')`;

const json = async (...words: string[]) => {
  const { exit, out, err } = await run([...words, '--json']);
  return exit === 0 ? JSON.parse(out) : { exit, err, ...JSON.parse(out) };
};

describe.skipIf(started === undefined)('a ledger in PostgreSQL', () => {
  test('a question is charged, recorded, and free when it is asked again', async () => {
    const { policy } = await onPostgres();
    const ask = (sql: string, ...more: string[]) =>
      json('ask', '--policy', policy, '--sql', sql, '--epsilon', '0.5', ...more);
    const first = await run(['ask', '--policy', policy, '--sql', COUNT, '--epsilon', '0.5']);
    expect(first).toMatchObject({ exit: 0, err: expect.stringContaining('Created a new ledger with nothing spent') });
    expect(first.err).toContain('postgres:file:');
    expect(await ask(COUNT)).toMatchObject({ recorded: true, charged: { epsilon: 0 } });
    expect(await ask(inJune)).toMatchObject({ recorded: false, sample: { name: 'june' } });
    expect(await ask(inJune, '--fresh')).toMatchObject({ recorded: false });
    expect(await json('samples', '--policy', policy)).toMatchObject({ samples: [{ name: 'june', retired: false }] });
    expect(await json('sample', 'retire', 'june', '--policy', policy, '--reason', 'over')).toMatchObject({
      retired: 'june',
    });
    expect(await json('budget', 'grant', '--policy', policy, '--epsilon', '1', '--reason', 'more')).toBeTruthy();
    const budget = await json('budget', '--policy', policy, '--verify');
    expect(budget).toMatchObject({ verified: true, budget: { epsilon: 101 } });
    const verified = await json('verify', `postgres:file:${join(policy, '..', 'ledger.url')}`, '--policy', policy);
    expect(verified).toMatchObject({ entries: budget.entries, disagreements: [] });
    expect(await json('token', 'create', '--policy', policy, '--analyst', 'ada')).toBeTruthy();
  });

  test('a key file that is missing, open to others or another one is refused, and none is made', async () => {
    const { policy, folder } = await onPostgres();
    const wrapping = join(folder, 'wrapping');
    const ask = async () => (await run(['ask', '--policy', policy, '--sql', COUNT, '--epsilon', '0.5'])).err;
    rmSync(wrapping);
    expect(await ask()).toMatch(/^file_unreadable: /m);
    expect(existsSync(wrapping)).toBe(false);
    writeFileSync(wrapping, 'a5'.repeat(32));
    chmodSync(wrapping, 0o640);
    expect(await ask()).toMatch(/^key_file_exposed: /m);
    chmodSync(wrapping, 0o600);
    expect(await ask()).toContain('Created a new ledger');
    writeFileSync(wrapping, 'a6'.repeat(32));
    expect(await ask()).toMatch(/^key_file_differs: /m);
    const without = await onPostgres({ keyFile: undefined });
    expect((await run(['budget', '--policy', without.policy])).err).toMatch(/^key_file_missing: /m);
  });

  test('a ledger moves there and back, and the policy that names the old one is told where it is', async () => {
    const { policy, folder } = await onPostgres({ ledger: 'sqlite:visits.ledger' });
    const [file, database] = [`sqlite:${join(folder, 'visits.ledger')}`, `postgres:file:${join(folder, 'ledger.url')}`];
    const move = (from: string, to: string) =>
      json('ledger', 'move', '--from', from, '--to', to, '--key-file', join(folder, 'wrapping'));
    const ask = (sql: string) => json('ask', '--policy', policy, '--sql', sql, '--epsilon', '0.5');
    const answer = await ask(inJune);
    const before = await json('budget', '--policy', policy);
    const there = await move(file, database);
    expect(there).toEqual({ entries: before.entries, head: before.head, spent: before.spent, keys: 1, verified: true });
    expect(await ask(inJune)).toMatchObject({
      error: { code: 'ledger_moved', message: expect.stringContaining(database) },
    });
    const written = JSON.parse(readFileSync(policy, 'utf8'));
    writeFileSync(policy, JSON.stringify({ ...written, ledger: database }));
    expect(await ask(inJune)).toMatchObject({ recorded: true, rows: answer.rows });
    expect(await json('budget', '--policy', policy, '--verify')).toMatchObject({ verified: true, spent: before.spent });
    expect(await move(database, file)).toMatchObject({ error: { code: 'ledger_not_empty' } });
    const back = `sqlite:${join(folder, 'back.ledger')}`;
    expect(await move(database, back)).toMatchObject({ spent: before.spent, keys: 1 });
    expect(await json('verify', back, '--policy', policy)).toMatchObject({ entries: 4, disagreements: [] });
    expect(await json('verify', file, '--policy', policy)).toMatchObject({ entries: 4, disagreements: [] });
  });

  test('draws of a table without a policy are recorded there too', async () => {
    const { folder } = await onPostgres();
    const ledger = `postgres:file:${join(folder, 'ledger.url')}`;
    const draw = (out: string) =>
      json(
        ...['release', 'draw', join(folder, 'visits.csv'), '--columns', 'ward', '--epsilon', '1', '--delta', '1e-6'],
        ...['--rate', '0.01', '--ledger', ledger, '--out', join(folder, out)],
      );
    expect(await draw('first.csv')).toMatchObject({ ledger });
    expect(await draw('second.csv')).toMatchObject({ error: { code: 'release_repeated' } });
    expect(await json('release', 'draws', '--ledger', ledger)).toMatchObject({ verified: true, draws: [{ entry: 2 }] });
  });
});
