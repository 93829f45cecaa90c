import { expect, test } from 'vitest';
import { wasChecked } from '../../src/answer.ts';
import { caller } from '../../src/service/contract/budget.ts';
import { policyFit } from '../../src/service/contract/policy-fit.ts';
import { someVisits } from '../support/clinic.ts';
import { ended } from '../support/jobs.ts';
import { served } from '../support/served.ts';

test('no route answers without a token, but health', () =>
  served(async ({ server, call }) => {
    await server.ready();
    const paths = Object.entries(server.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map(method => ({ path, method: method.toUpperCase() as 'GET' | 'POST' })),
    );
    expect(paths.length).toBeGreaterThan(8);
    for (const { path, method } of [...paths, { path: '/openapi.json', method: 'GET' as const }]) {
      const { status, body } = await call(null, method, path);
      if (path === '/health') expect(status).toBe(200);
      else expect({ path, status, code: body.code }).toEqual({ path, status: 401, code: 'token_missing' });
    }
  }));

test('what only the custodian may see is refused to analysts', () =>
  served(async ({ call }) => {
    for (const [method, url] of [
      ['GET', '/metrics'],
      ['POST', '/v1/budget/verify'],
    ] as const) {
      expect(await call('ada', method, url)).toMatchObject({ status: 403, body: { code: 'role_insufficient' } });
      expect((await call('custodian', method, url)).status).toBe(200);
    }
  }));

test('an analyst sees the own share of the spending, the custodian everybody’s', () =>
  served(async ({ call }) => {
    const payload = { sql: 'SELECT count(*) FROM visits', epsilon: 0.5 };
    for (const analyst of ['ada', 'bob'] as const) await call(analyst, 'POST', '/v1/ask', { payload });
    const sharers = async (caller: 'ada' | 'custodian') =>
      (await call(caller, 'GET', '/v1/budget')).body.byAnalyst.map(({ analyst }: { analyst: string }) => analyst);
    expect(await sharers('ada')).toEqual(['ada']);
    expect(await sharers('custodian')).toEqual(['ada', 'bob']);
  }));

test('a revoked token is refused from the next request on', () =>
  served(async ({ call, tokens }) => {
    expect((await call('ada', 'GET', '/v1/budget')).status).toBe(200);
    const [{ id }] = tokens.list().filter(({ analyst }) => analyst === 'ada');
    tokens.revoke(id);
    expect(await call('ada', 'GET', '/v1/budget')).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  }));

test('too many requests of one token are refused, and those of another are not', () =>
  served(
    async ({ call }) => {
      for (let i = 0; i < 3; i += 1) expect((await call('ada', 'GET', '/v1/budget')).status).toBe(200);
      expect(await call('ada', 'GET', '/v1/budget')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect((await call('bob', 'GET', '/v1/budget')).status).toBe(200);
    },
    { requestsPerMinute: 3 },
  ));

test('whoever shows wrong tokens is soon not heard, and whoever works from the same address still is', () =>
  served(async ({ call, server, texts }) => {
    const guess = (i: number) =>
      server.inject({ url: '/v1/budget', headers: { authorization: `Bearer ${texts.bob.slice(0, -4)}${1000 + i}` } });
    expect((await call('ada', 'GET', '/v1/budget')).status).toBe(200);
    expect((await guess(0)).statusCode).toBe(401);
    for (let i = 1; i < 120; i += 1) await guess(i);
    const limited = await guess(120);
    expect(limited.json().code).toBe('rate_limited');
    expect(limited.headers['retry-after']).toBe('60');
    expect((await call('bob', 'GET', '/v1/budget')).status).toBe(429);
    expect((await call('ada', 'GET', '/v1/budget')).status).toBe(200);
    expect((await call(null, 'GET', '/health')).status).toBe(200);
  }));

test('the log names routes and statuses, never questions, keys of retries or tokens', () =>
  served(async ({ call, log }) => {
    const payload = { sql: "SELECT count(*) FROM visits WHERE town = 'Ulm-sesame'", epsilon: 0.5 };
    const headers = { 'idempotency-key': 'key-sesame' };
    await call('ada', 'POST', '/v1/ask?why=query-sesame', { payload, headers });
    await call('ada', 'POST', '/v1/ask', { payload: { ...payload, sql: 'SELECT sesame' } });
    await call(null, 'GET', '/nowhere-sesame', { headers: { authorization: 'Bearer sesame' } });
    const text = log.join('');
    expect(text.match(/"route":"\/v1\/ask"/g)).toHaveLength(2);
    expect(text).not.toMatch(/sesame|sortition_/);
  }));

test('answers carry headers that keep pages from other places out', () =>
  served(async ({ server }) => {
    const { headers } = await server.inject('/health');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }));

test('everybody is told who they are and what is left to them, under the own limit too', () =>
  served(async ({ call }) => {
    await call('ada', 'POST', '/v1/ask', { payload: { sql: 'SELECT count(*) FROM visits', epsilon: 0.5 } });
    const { body } = await call('bob', 'GET', '/v1/me');
    expect(body).toMatchObject({ analyst: 'bob', role: 'analyst', budget: { epsilon: 10 } });
    expect(body.remaining.epsilon).toBeCloseTo(9.5, 9);
    expect(body.remaining.epsilon).toBeLessThanOrEqual(9.5);
    expect(caller.parse(body)).toEqual(body);
    expect((await call('custodian', 'GET', '/v1/me')).body.role).toBe('custodian');
  }));

test('the policy is checked against the data for the custodian alone', () =>
  served(async ({ call, clinic, data }) => {
    expect(await call('ada', 'POST', '/v1/policy/check')).toMatchObject({ status: 403 });
    expect(await wasChecked(data.deployment.policy)).toBe(false);
    clinic.fill([...someVisits, { patient: 'q', ward: 'A', cost: 1000 }]);
    const job = await ended(call, 'custodian', await call('custodian', 'POST', '/v1/policy/check'));
    const fit = policyFit.parse(job.result);
    expect(job.result).toEqual(fit);
    expect(fit.tables[0].rows).toBe(41);
    expect(fit.tables[0].warnings.map(({ code, place }) => [code, place.join('.')])).toContainEqual([
      'clamped',
      'tables.visits.columns.cost',
    ]);
    // the command line, which reminds the owner, has heard of it
    expect(await wasChecked(data.deployment.policy)).toBe(true);
    // whoever may not start it does not see what it found
    expect((await call('ada', 'GET', '/v1/jobs')).body.jobs).toEqual([]);
    expect(await call('ada', 'GET', `/v1/jobs/${job.id}`)).toMatchObject({ status: 404 });
  }));

test('an audit as a job finds what the audit finds', () =>
  served(async ({ call }) => {
    const payload = { table: 'visits', columns: ['ward'], epsilon: '1', delta: 0.1 };
    expect(await call('ada', 'POST', '/v1/release/audits', { payload })).toMatchObject({ status: 403 });
    const job = await ended(call, 'custodian', await call('custodian', 'POST', '/v1/release/audits', { payload }));
    expect(job.result).toEqual((await call('custodian', 'POST', '/v1/release/audit', { payload })).body);
  }));
