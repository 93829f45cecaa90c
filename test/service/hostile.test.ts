import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { spentOf } from '../support/clinic.ts';
import { HOSTILE_WORDS } from '../support/hostile-words.ts';
import { served } from '../support/served.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

test('words in a question are words: they are compared, or refused, and nothing else', () =>
  served(async ({ call, data }) => {
    for (const text of HOSTILE_WORDS) {
      const literal = `SELECT count(*) FROM visits WHERE town = ${quoted(text)}`;
      const { status, body } = await call('ada', 'POST', '/v1/ask', { payload: { sql: literal, epsilon: 0.01 } });
      if (status === 200) expect(Math.abs(body.rows[0].values.count.estimate)).toBeLessThan(10_000);
      else expect([400, 422]).toContain(status);
      const bare = await call('ada', 'POST', '/v1/ask', { payload: { sql: text, epsilon: 0.01 } });
      expect([400, 422]).toContain(bare.status);
      const named = `SELECT count(*) FROM visits WHERE "${text.replaceAll('"', '""')}" = 1`;
      expect((await call('ada', 'POST', '/v1/ask', { payload: { sql: named, epsilon: 0.01 } })).status).not.toBe(500);
    }
    expect(
      (await call('ada', 'POST', '/v1/ask', { payload: { sql: 'SELECT count(*) FROM visits', epsilon: 1 } })).status,
    ).toBe(200);
    expect((await data.deployment.ledger.verify()).verified).toBe(true);
  }));

test('names of samples, keys of retries and amounts are no way in either', () =>
  served(async ({ call }) => {
    for (const text of HOSTILE_WORDS) {
      const sql = `SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE (${quoted(text)})`;
      expect((await call('ada', 'POST', '/v1/ask', { payload: { sql, epsilon: 0.01 } })).status).not.toBe(500);
      const amount = await call('ada', 'POST', '/v1/ask', {
        payload: { sql: 'SELECT count(*) FROM visits', epsilon: text },
      });
      expect([400, 422]).toContain(amount.status);
      const printable = text.replace(/[^\x20-\x7e]/g, '');
      const headers = { 'idempotency-key': printable };
      const payload = { sql: 'SELECT count(*) FROM visits', epsilon: 0.01 };
      if (printable !== '') expect((await call('bob', 'POST', '/v1/ask', { payload, headers })).status).not.toBe(500);
    }
  }));

test('an audit of a table or column that is none reads nothing', () =>
  served(async ({ call, data }) => {
    for (const text of HOSTILE_WORDS) {
      const order = { table: 'visits', columns: ['ward'], epsilon: 1, delta: 0.1 };
      for (const [wrong, code] of [
        [{ table: text }, 'unknown_table'],
        [{ columns: [text] }, 'unknown_column'],
        [{ unit: text }, 'flags_conflict'],
      ] as const) {
        const { body } = await call('custodian', 'POST', '/v1/release/audit', { payload: { ...order, ...wrong } });
        expect({ wrong, code: body.code }).toEqual({ wrong, code });
      }
    }
    expect(await spentOf(data)).toBe(0);
  }));

test.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2f..%2fpackage.json',
  '/assets/../../../package.json',
  '//etc/passwd',
])('no path leads out of the console’s files: %s', url =>
  served(async ({ server }) => {
    const { statusCode, body } = await server.inject({ method: 'GET', url });
    expect([400, 401, 403, 404]).toContain(statusCode);
    expect(body).not.toContain('"name": "sortition"');
  }),
);

test('who sends half a request and then nothing is cut off', () =>
  served(
    async ({ server }) => {
      const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
      const idler = createConnection(Number(port), '127.0.0.1');
      idler.write('POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Le');
      const [heard] = await once(idler, 'data');
      expect(String(heard)).toContain('408');
      if (!idler.closed) await once(idler, 'close');
    },
    { arrivalMilliseconds: 300 },
  ));
