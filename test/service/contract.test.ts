import { expect, test } from 'vitest';
import type { z } from 'zod';
import { answered, explained, pastQuestions } from '../../src/service/contract/answers.ts';
import { budgetReport, samples, tables } from '../../src/service/contract/budget.ts';
import { forecasted } from '../../src/service/contract/forecasts.ts';
import { audited } from '../../src/service/contract/releases.ts';
import { served } from '../support/served.ts';

/** What a schema leaves out it would hide from clients: nothing that is sent may be missing in it. */
const isAll = (schema: z.ZodType, sent: unknown): void => expect(schema.parse(sent)).toEqual(sent);

const SQL = [
  'SELECT ward, count(*), avg(cost) AS mean FROM visits GROUP BY ward',
  'SELECT median(age) FROM visits',
  "SELECT sum(cost) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('june')",
];

test('answers, prices, budgets and tables are what their description says', () =>
  served(async ({ call }) => {
    for (const sql of SQL) {
      isAll(explained, (await call('ada', 'POST', '/v1/explain', { payload: { sql, epsilon: 0.5 } })).body);
      isAll(answered, (await call('ada', 'POST', '/v1/ask', { payload: { sql, epsilon: 0.5 } })).body);
    }
    for (const [url, schema] of [
      ['/v1/budget', budgetReport],
      ['/v1/tables', tables],
      ['/v1/samples', samples],
      ['/v1/questions', pastQuestions],
    ] as const)
      isAll(schema, (await call('ada', 'GET', url)).body);
  }));

test('the description is OpenAPI 3.1 and names every body and answer', () =>
  served(async ({ call }) => {
    const { body } = await call('ada', 'GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const ask = body.paths['/v1/ask'].post;
    expect(Object.keys(ask.requestBody.content['application/json'].schema.properties)).toContain('epsilon');
    expect(ask.responses['200'].content['application/json'].schema.properties).toHaveProperty('charged');
    expect(ask.responses.default.content).toBeDefined();
    for (const methods of Object.values(body.paths as Record<string, Record<string, { summary?: string }>>))
      for (const { summary } of Object.values(methods)) expect(summary).toBeTruthy();
  }));

test('what was asked before is seen by whoever asked it, and by the custodian', () =>
  served(async ({ call }) => {
    const answer = await call('ada', 'POST', '/v1/ask', { payload: { sql: SQL[0], epsilon: 0.5 } });
    await call('bob', 'POST', '/v1/ask', { payload: { sql: SQL[0], epsilon: 0.5 } });
    const seen = async (caller: 'ada' | 'custodian') => (await call(caller, 'GET', '/v1/questions')).body.questions;
    expect(await seen('ada')).toMatchObject([
      { analyst: 'ada', charged: { epsilon: 0.5, delta: 0 }, answers: [answer.body.rows] },
    ]);
    expect(await seen('custodian')).toMatchObject([{ analyst: 'bob' }, { analyst: 'ada' }]);
  }));

test('the accountant prices operators and workloads', () =>
  served(async ({ call }) => {
    const cost = { epsilon: 1, replace: 2 };
    const price = await call('ada', 'POST', '/v1/price', { payload: { operator: 'bernoulli', rate: 0.01, cost } });
    expect(price.body.epsilon).toBeCloseTo(Math.log(1 + 0.01 * (Math.E - 1)), 12);
    const inverse = { operator: 'bernoulli', rate: 0.01, epsilon: price.body.epsilon, inverse: true };
    expect((await call('ada', 'POST', '/v1/price', { payload: inverse })).body.epsilon).toBeCloseTo(1, 9);
    const steps = [{ mechanism: { kind: 'pure', epsilon: 0.1 }, count: 3 }];
    const workload = { relation: 'add-remove', steps, ask: { epsilonAt: { delta: 0 } } };
    expect((await call('ada', 'POST', '/v1/account', { payload: workload })).body.epsilon.upper).toBeCloseTo(0.3, 9);
    const wrong = await call('ada', 'POST', '/v1/account', { payload: { ...workload, steps: [{}] } });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'specification_invalid' } });
  }));

test('forecasts need no data, and say the best rate', () =>
  served(async ({ call }) => {
    const statistic = { kind: 'mean', mean: 50, variance: 100, min: 0, max: 100 };
    const design = { population: 10_000, scheme: 'fixed-size', relation: 'replace-one', mechanism: 'laplace' };
    const payload = { statistic, ...design, epsilon: 0.1, delta: 0 };
    const { body } = await call('ada', 'POST', '/v1/forecast', { payload });
    isAll(forecasted, body);
    expect(body.best.rate).toBe(1);
    const wrong = await call('ada', 'POST', '/v1/forecast', { payload: { ...payload, statistic: { kind: 'mode' } } });
    expect(wrong.body.code).toBe('body_invalid');
  }));

test('audits are the custodian’s', () =>
  served(async ({ call }) => {
    const payload = { table: 'visits', columns: ['ward'], epsilon: 1, delta: 0.1 };
    const { body } = await call('custodian', 'POST', '/v1/release/audit', { payload });
    expect(body).toMatchObject({ rows: 40, distinct: 3, verdict: 'safe' });
    expect(audited.parse(body)).toEqual(body);
    expect((await call('ada', 'POST', '/v1/release/audit', { payload })).body.code).toBe('role_insufficient');
    const unknown = await call('custodian', 'POST', '/v1/release/audit', {
      payload: { ...payload, columns: ['wart'] },
    });
    expect(unknown.body.code).toBe('unknown_column');
  }));
