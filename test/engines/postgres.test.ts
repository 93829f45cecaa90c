/** What PostgreSQL may not do for us, how it is stopped, and what is told when it fails. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Incident } from '../../src/engine/failure.ts';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { loadPolicy, type Policy, type PolicyInput } from '../../src/source/index.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { cellsOf, rawQuery } from './raw-query.ts';

const started = await startPostgres();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const incidents: Incident[] = [];
const report = (incident: Incident): void => void incidents.push(incident);

const policyFor = (tables: PolicyInput['tables']): Promise<Policy> =>
  loadPolicy({ source: { engine: 'postgres', url: 'env:URL' }, tables, budget: { epsilon: 1 }, ledger: 'sqlite:x' });

const VISITS = { visits: { columns: { age: { type: 'integer' } } } } as const;

describe.skipIf(started === undefined)('PostgreSQL', () => {
  let engine: Engine;
  beforeAll(async () => {
    await server.run('CREATE TABLE visits (age INTEGER, note TEXT)');
    await server.run(`INSERT INTO visits VALUES (30, 'a'), (40, 'b')`);
    engine = await openEngine(await policyFor(VISITS), { environment: { URL: server.url }, report });
  });

  test('its own table can be read, by its full name', async () =>
    expect(await cellsOf(engine, 'SELECT age FROM public.visits ORDER BY age')).toEqual(['30', '40']));

  test.each([
    `INSERT INTO public.visits VALUES (1, 'x')`,
    `DELETE FROM public.visits`,
    `CREATE TABLE public.t (x INTEGER)`,
    `SELECT nextval('public.s')`,
    `COMMIT; DELETE FROM public.visits`,
    `SELECT age / 0 FROM public.visits`,
    `SELECT CAST(note AS INTEGER) FROM public.visits`,
    `SELECT age FROM visits`,
  ])('is refused, in one sentence: %s', async text => {
    const thrown = await cellsOf(engine, text).catch(error => error);
    expect(thrown).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
    expect(thrown.message).toMatch(/^The engine could not finish \(incident [0-9a-f-]{36}\)\. What was charged stays/);
    expect(incidents.at(-1)?.kind).toMatch(/^[0-9A-Z]{5}$/);
    expect(await cellsOf(engine, 'SELECT age FROM public.visits')).toHaveLength(2);
  });

  test('all queries of a question see one snapshot', async () => {
    const text = 'SELECT count(*)::text FROM public.visits';
    const seen: unknown[] = [];
    for await (const { cells } of engine.run([rawQuery(text, 'postgres'), rawQuery(text, 'postgres')])) {
      seen.push(cells[0]);
      await server.run(`INSERT INTO visits VALUES (50, 'c')`);
    }
    expect(seen).toEqual(['2', '2']);
    expect(await cellsOf(engine, text)).toEqual(['4']);
    await server.run(`DELETE FROM visits WHERE age = 50`);
  });

  describe('stopping', () => {
    const running = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'sortition' AND state = 'active'`;
    const ENDLESS = 'SELECT pg_sleep(1000)::text';

    test('the caller gives up, and so does the server', async () => {
      const controller = new AbortController();
      const asked = cellsOf(engine, ENDLESS, { signal: controller.signal });
      setTimeout(() => controller.abort(new RangeError('mine')), 100);
      await expect(asked).rejects.toThrow(RangeError);
      // a server is told to cancel, and does so in its own time
      const idle = `DO $$ BEGIN IF EXISTS (${running}) THEN RAISE 'still running'; END IF; END $$`;
      await vi.waitFor(() => server.run(idle), { timeout: 30_000 });
    });

    test('time runs out, and nobody learns that it was time', async () => {
      await expect(cellsOf(engine, ENDLESS, { timeoutMilliseconds: 100 })).rejects.toMatchObject({
        code: 'engine_failed',
      });
      expect(incidents.at(-1)?.kind).toMatch(/^(TimeOut|57014)$/);
    });

    test('the connection is lost', async () => {
      const asked = cellsOf(engine, ENDLESS);
      const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sortition'`;
      const killer = setInterval(() => void server.run(kill), 50);
      await expect(asked)
        .rejects.toMatchObject({ code: 'engine_failed' })
        .finally(() => clearInterval(killer));
    });
  });

  test('rows come a few thousand at a time, and a reader may leave', async () => {
    const many = rawQuery('SELECT generate_series(1, 1000000000)::text', 'postgres');
    let read = 0;
    for await (const _ of engine.run([many])) if (++read === 12_000) break;
    expect(read).toBe(12_000);
  });

  describe('before anything is read', () => {
    const opening = async (url: string, tables: PolicyInput['tables'] = VISITS): Promise<unknown> =>
      openEngine(await policyFor(tables), { environment: { URL: url } }).catch(({ code, message }) => ({
        code,
        message,
      }));

    test('no server', async () =>
      expect(await opening('postgres://owner@127.0.0.1:1/postgres')).toMatchObject({ code: 'source_unreadable' }));

    test('no such user', async () => {
      const refused = await opening(server.url.replace('owner', 'stranger:password'));
      expect(refused).toMatchObject({ code: 'source_unreadable' });
      expect(JSON.stringify(refused)).not.toMatch(/stranger|password|127/);
    });

    test('no URL', async () =>
      expect(await openEngine(await policyFor(VISITS), { environment: {} }).catch(({ code }) => code)).toBe(
        'source_unreadable',
      ));

    test.each(['SQL_ASCII', 'LATIN1'])('a database in %s', async encoding => {
      const name = encoding.toLowerCase();
      await server.run(
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
      );
      expect(await opening(server.url.replace(/\w+$/, name))).toEqual({
        code: 'source_unreadable',
        message: `The database stores text in ${encoding}, where single rows could make every question fail; move it to one in UTF8.`,
      });
    });

    test('no such table', async () =>
      expect(await opening(server.url, { people: VISITS.visits })).toMatchObject({ code: 'source_mismatch' }));

    test('no such column', async () =>
      expect(await opening(server.url, { visits: { columns: { size: { type: 'integer' } } } })).toEqual({
        code: 'source_mismatch',
        message: 'Table visits has no column size in the database; correct the policy.',
      }));
  });
});
