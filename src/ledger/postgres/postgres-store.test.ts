import { afterAll, describe, expect, test } from 'vitest';
import { asking, costing, loss, policyOf } from '../../../test/support/ledger-case.ts';
import { openDatabase, type PostgresServer } from '../../../test/support/postgres.ts';
import { type LostCommit, type UnreliableWay, unreliableWay } from '../../../test/support/postgres-commit.ts';
import { poolerTo } from '../../../test/support/postgres-pooler.ts';
import type { Hold, Ledger } from '../ledger.ts';
import { openLedger } from '../open-ledger.ts';
import { prepare } from './schema.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const openBy = (url: string, patienceMilliseconds = 10_000): Promise<Ledger> =>
  openLedger({
    place: { kind: 'postgres', url },
    policy: policyOf(loss(1)),
    clock: () => new Date(0),
    patienceMilliseconds,
  });

const anew = (): Promise<void> => server.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE');

async function onUnreliableWay(patience: number, work: (ledger: Ledger, way: UnreliableWay) => Promise<void>) {
  await anew();
  const way = await unreliableWay(server.url);
  try {
    const ledger = await openBy(way.url, patience);
    await work(ledger, way);
    await ledger.close();
  } finally {
    way.close();
  }
}

const kindsIn = async (): Promise<unknown[]> =>
  (await server.rows('SELECT kind FROM sortition_ledger.entries ORDER BY sequence')).map(({ kind }) => kind);

describe.skipIf(started === undefined)('a chain in PostgreSQL', () => {
  test.each<LostCommit>(['word', 'way', 'silence'])(
    'a COMMIT that loses its %s is looked for before it is sent again',
    lost =>
      onUnreliableWay(10_000, async (ledger, way) => {
        way.lose(lost);
        const hold = (await ledger.reserve(asking('count'), costing('0.4'))) as Hold;
        expect(hold).toMatchObject({ kind: 'hold', entry: 2, resumed: false });
        way.lose(lost);
        await ledger.settle(hold, 'five');
        expect(await ledger.reserve(asking('count'), costing('0.4'))).toMatchObject({
          kind: 'recorded',
          answer: 'five',
        });
        expect(await kindsIn()).toEqual(['created', 'reserved', 'settled']);
        expect((await ledger.budget()).spent.epsilon).toBe(0.4);
      }),
  );

  test.each<LostCommit>(['word', 'way'])(
    'where nobody can say what became of it (its %s lost), whoever asks again is charged once',
    lost =>
      onUnreliableWay(300, async (ledger, way) => {
        const ask = () => ledger.reserve(asking('count'), costing('0.4'));
        way.lose(lost);
        way.shut();
        await expect(ask()).rejects.toMatchObject({ code: 'ledger_unwritable' });
        await expect(ask()).rejects.toMatchObject({ code: 'ledger_unwritable' });
        way.open();
        expect(await ask()).toMatchObject({ kind: 'hold', resumed: lost === 'word' });
        expect((await ledger.budget()).spent.epsilon).toBe(0.4);
        expect(await kindsIn()).toEqual(['created', 'reserved', ...(lost === 'word' ? ['resumed'] : [])]);
      }),
  );

  test.each([1, 2, 3, 5])('a transaction pooler with %i sessions is refused', async sessions => {
    await anew();
    const pooler = await poolerTo(server.url, sessions);
    await expect(openBy(pooler.url)).rejects.toMatchObject({ code: 'ledger_pooled' });
    pooler.close();
  });

  test('a charge is synced whatever the server would do by itself, and never less than it would', async () => {
    await anew();
    const name = new URL(server.url).pathname.slice(1);
    for (const [usual, expected] of [
      ['off', 'on'],
      ['local', 'on'],
      ['remote_apply', 'remote_apply'],
    ]) {
      await server.run(`ALTER DATABASE ${name} SET synchronous_commit = ${usual}`);
      const ledger = await openBy(server.url);
      await server.run(`CREATE TABLE IF NOT EXISTS seen (setting text);
        CREATE OR REPLACE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO public.seen VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END';
        CREATE OR REPLACE TRIGGER see AFTER INSERT ON sortition_ledger.entries EXECUTE FUNCTION see();
        TRUNCATE seen`);
      await ledger.grant(loss(1), 'more');
      expect(await server.rows('SELECT setting FROM seen')).toEqual([{ setting: expected }]);
      await ledger.close();
    }
    await server.run(`ALTER DATABASE ${name} RESET synchronous_commit`);
  });

  test('the chain cannot fork, whoever writes', async () => {
    await anew();
    await (await openBy(server.url)).close();
    const [{ previous }] = await server.rows('SELECT previous FROM sortition_ledger.entries');
    await expect(
      server.run('INSERT INTO sortition_ledger.entries VALUES (2, $1, $2, $2, $2)', [previous, 'other']),
    ).rejects.toThrow('entries_previous_key');
  });

  test('whoever holds the head is waited for, and no longer than said', async () => {
    await anew();
    const ledger = await openBy(server.url, 300);
    await server.run('BEGIN');
    await server.run('SELECT FROM sortition_ledger.head FOR UPDATE');
    await expect(ledger.grant(loss(1), 'more')).rejects.toMatchObject({ code: 'ledger_locked' });
    expect((await ledger.budget()).budget.epsilon).toBe(1);
    await server.run('COMMIT');
    await ledger.grant(loss(1), 'more');
    expect((await ledger.budget()).budget.epsilon).toBe(2);
    await ledger.close();
  });

  test('a ledger of a version to come, and one that lacks its head, are refused', async () => {
    await anew();
    await (await openBy(server.url)).close();
    await server.run('UPDATE sortition_ledger.head SET version = 99');
    await expect(openBy(server.url)).rejects.toMatchObject({ code: 'ledger_newer' });
    await server.run('DELETE FROM sortition_ledger.head');
    await expect(openBy(server.url)).rejects.toMatchObject({ code: 'ledger_newer' });
  });

  test.each([
    ['another encoding', { encoding: 'LATIN1', version: '180000', fsync: 'on' }],
    ['an old server', { encoding: 'UTF8', version: '130000', fsync: 'on' }],
    ['a server that does not sync', { encoding: 'UTF8', version: '180000', fsync: 'off' }],
  ])('%s is refused', (_, settings) =>
    expect(prepare(async () => [settings] as never)).rejects.toMatchObject({ code: 'ledger_unsupported' }),
  );

  test('a role that may not write is told so', async () => {
    await anew();
    await (await openBy(server.url)).close();
    await server.run(`DROP ROLE IF EXISTS ledger_reader; CREATE ROLE ledger_reader LOGIN;
      GRANT USAGE ON SCHEMA sortition_ledger TO ledger_reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA sortition_ledger TO ledger_reader`);
    const url = new URL(server.url);
    url.username = 'ledger_reader';
    await expect(openBy(url.href)).rejects.toMatchObject({ code: 'ledger_unwritable' });
    // charges could be written, and no answer
    await server.run(`GRANT INSERT ON sortition_ledger.entries TO ledger_reader;
      GRANT UPDATE ON sortition_ledger.head TO ledger_reader`);
    await expect(openBy(url.href)).rejects.toMatchObject({ code: 'ledger_unwritable' });
    await server.run(`GRANT INSERT ON sortition_ledger.answers TO ledger_reader;
      GRANT INSERT, UPDATE, DELETE ON sortition_ledger.sample_keys TO ledger_reader`);
    await (await openBy(url.href)).close();
    url.username = 'nobody_at_all';
    await expect(openBy(url.href)).rejects.toMatchObject({ code: 'ledger_unwritable' });
    await server.run('DROP OWNED BY ledger_reader; DROP ROLE ledger_reader');
    // no address at all, of which nothing is told but that
    await expect(openBy('postgres://somebody:SECRET@localhost:99999/visits')).rejects.toMatchObject({
      code: 'ledger_unwritable',
      message: expect.not.stringContaining('SECRET'),
    });
  });
});
