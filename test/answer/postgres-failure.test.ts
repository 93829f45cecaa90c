/** A database that goes away: before the charge it is said and costs nothing; after it, one opaque code and a way back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Data } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, inClinic, spentOf } from '../support/clinic.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';
import { fillPostgres, postgresPolicy, type Tunnel, tunnelTo, whileHeld } from './postgres-clinic.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const counting = 'SELECT count(*) FROM visits';
const ageing = 'SELECT sum(age) FROM visits';
const joining = 'SELECT floor, count(*) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor';
const monday = { epsilon: 20_000, idempotencyKey: 'monday' };

describe.skipIf(started === undefined)('PostgreSQL', () => {
  let tunnel: Tunnel;
  beforeAll(async () => {
    await fillPostgres(server);
    tunnel = await tunnelTo(server);
  });
  afterAll(() => tunnel.shut());

  const withTunnel = (work: (data: Data<PolicyInput>) => Promise<void>): Promise<void> =>
    inClinic(async clinic => {
      clinic.write('database.url', tunnel.url);
      const data = await clinic.open();
      await work(data).finally(() => data.close());
    }, postgresPolicy);

  /** The same key goes on where it stopped, and from then on repeats. */
  const resumes = async (data: Data<PolicyInput>): Promise<void> => {
    expect(await spentOf(data)).toBe(monday.epsilon);
    await expect(ask(data, counting, monday)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    const answer = await ask(data, ageing, monday);
    expect(answer).toMatchObject({
      recorded: false,
      charged: { epsilon: 0 },
      rows: [{ values: { sum_age: { estimate: 1580 } } }],
    });
    expect(await ask(data, ageing, monday)).toMatchObject({ recorded: true, rows: answer.rows });
    expect(await spentOf(data)).toBe(monday.epsilon);
    expect(await data.deployment.ledger.verify()).toMatchObject({ verified: true });
  };

  describe('stopped before the charge', () => {
    test.each([
      ['before the first question', async () => {}],
      ['between two questions', async (data: Data<PolicyInput>) => void (await ask(data, counting, { epsilon: 1 }))],
    ])('%s', (_, before) =>
      withTunnel(async data => {
        await before(data);
        const spent = await spentOf(data);
        await tunnel.shut();
        for (const sql of [ageing, joining])
          await expect(ask(data, sql, monday)).rejects.toMatchObject({ code: 'source_unreadable' });
        await tunnel.open();
        expect(await spentOf(data)).toBe(spent);
        expect(await ask(data, ageing, monday)).toMatchObject({ charged: { epsilon: monday.epsilon } });
      }),
    );

    test('a right that was taken away meanwhile', () =>
      inClinic(async clinic => {
        await server.run('CREATE ROLE guest LOGIN; GRANT SELECT ON visits, wards TO guest');
        clinic.write('database.url', server.url.replace('owner', 'guest'));
        const data = await clinic.open();
        await ask(data, counting, { epsilon: 1 });
        await server.run('REVOKE SELECT ON visits FROM guest');
        await expect(ask(data, ageing, monday)).rejects.toMatchObject({ code: 'source_unreadable' });
        expect(await spentOf(data)).toBe(1);
        await data.close();
      }, postgresPolicy));

    test('a column that became another type meanwhile', () =>
      withTunnel(async data => {
        await ask(data, counting, { epsilon: 1 });
        await server.run('ALTER TABLE visits ALTER age TYPE TEXT');
        await expect(ask(data, ageing, monday)).rejects.toMatchObject({ code: 'source_mismatch' });
        await server.run('ALTER TABLE visits ALTER age TYPE BIGINT USING age::BIGINT');
        expect(await spentOf(data)).toBe(1);
        expect(await ask(data, ageing, monday)).toMatchObject({ charged: { epsilon: monday.epsilon } });
      }));

    test('while a public table is looked at', () =>
      withTunnel(async data => {
        await server.run('ALTER TABLE wards RENAME TO plain');
        await server.run('CREATE VIEW wards AS SELECT ward, floor / 0 AS floor FROM plain WHERE floor / 0 > 0');
        await expect(ask(data, joining, monday)).rejects.toMatchObject({
          code: 'source_unreadable',
          message: expect.not.stringContaining('zero'),
        });
        await server.run('DROP VIEW wards; ALTER TABLE plain RENAME TO wards');
        expect(await spentOf(data)).toBe(0);
      }));
  });

  describe('gone while it works', () => {
    const failing = (fail: (data: Data<PolicyInput>, process: number) => Promise<void>): Promise<void> =>
      withTunnel(async data => {
        await whileHeld(server, async caught => {
          const asked = ask(data, ageing, monday).catch(thrown => thrown);
          await fail(data, await caught());
          const refusal = await asked;
          expect(refusal).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
          expect(refusal.message).toMatch(
            /^The engine could not finish \(incident [0-9a-f-]{36}\)\. The charge stands/,
          );
        });
        await tunnel.open();
        await resumes(data);
      });

    test('its connection is ended by the server', () =>
      failing((_, process) => server.run('SELECT pg_terminate_backend($1)', [process])));

    test('its statement is cancelled by the server', () =>
      failing((_, process) => server.run('SELECT pg_cancel_backend($1)', [process])));

    test('the network is cut, and the server is away for a while', () =>
      failing(async data => {
        await tunnel.shut();
        await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ code: 'source_unreadable' });
      }));

    test('meanwhile the same question is in progress, and is not charged again', () =>
      failing(async (data, process) => {
        await expect(ask(data, ageing, monday)).rejects.toMatchObject({ code: 'in_progress' });
        await server.run('SELECT pg_terminate_backend($1)', [process]);
      }));
  });

  test('a question that is given up ends on the server too', () =>
    withTunnel(async data => {
      await whileHeld(server, async caught => {
        const stop = new AbortController();
        const reason = new RangeError('mine');
        const asked = ask(data, ageing, { ...monday, signal: stop.signal }).catch(thrown => thrown);
        await caught();
        stop.abort(reason);
        expect(await asked).toBe(reason);
        await server.run(
          `DO $$ BEGIN IF EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'sortition' AND state = 'active')
           THEN RAISE 'still running'; END IF; END $$`,
        );
      });
      await resumes(data);
    }));
});
