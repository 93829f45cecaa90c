import { expect, test } from 'vitest';
import { spentOf } from '../support/clinic.ts';
import { served } from '../support/served.ts';

const question = { sql: 'SELECT ward, count(*) FROM visits GROUP BY ward', epsilon: 0.5 };

test('a question is answered and charged as on the command line', () =>
  served(async ({ call, data }) => {
    const { status, body } = await call('ada', 'POST', '/v1/ask', { payload: question });
    expect(status).toBe(200);
    expect(body.rows).toHaveLength(4);
    expect(body).toMatchObject({ charged: { epsilon: 0.5, delta: 0 }, recorded: false, sample: null });
    const again = await call('ada', 'POST', '/v1/ask', { payload: question });
    expect(again.body).toMatchObject({ charged: { epsilon: 0 }, recorded: true, rows: body.rows });
    expect(await spentOf(data)).toBe(0.5);
  }));

test('a plan as JSON is the same question as its SQL', () =>
  served(async ({ call, data }) => {
    const { plan } = await data.sql(question.sql);
    await call('ada', 'POST', '/v1/ask', { payload: question });
    const { body } = await call('ada', 'POST', '/v1/ask', { payload: { plan, epsilon: 0.5 } });
    expect(body).toMatchObject({ recorded: true });
  }));

test('analysts do not read each other’s answers: the same question is paid for by each', () =>
  served(async ({ call, data }) => {
    await call('ada', 'POST', '/v1/ask', { payload: question });
    const { body } = await call('bob', 'POST', '/v1/ask', { payload: question });
    expect(body).toMatchObject({ recorded: false, charged: { epsilon: 0.5 } });
    expect(await spentOf(data)).toBe(1);
  }));

test('a question is priced without charging', () =>
  served(async ({ call, data }) => {
    const { body } = await call('ada', 'POST', '/v1/explain', { payload: question });
    expect(body).toMatchObject({ charged: { epsilon: 0.5, delta: 0 } });
    expect(body.sql).toContain('SELECT');
    expect(await spentOf(data)).toBe(0);
  }));

test('a key makes retries safe, and is one question’s alone', () =>
  served(async ({ call, data }) => {
    const headers = { 'idempotency-key': 'monday' };
    const fresh = { ...question, fresh: true };
    const [first, second] = [
      await call('ada', 'POST', '/v1/ask', { payload: fresh, headers }),
      await call('ada', 'POST', '/v1/ask', { payload: fresh, headers }),
    ];
    expect(second.body.rows).toEqual(first.body.rows);
    expect(await spentOf(data)).toBe(0.5);
    const other = await call('ada', 'POST', '/v1/ask', { payload: { ...question, epsilon: 0.25 }, headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  }));

test('refusals are problems with the code, the sentence and the request, and charge nothing', () =>
  served(async ({ call, data }) => {
    const reply = await call('ada', 'POST', '/v1/ask', { payload: { sql: 'SELECT count(*) FROM nobody', epsilon: 1 } });
    expect(reply).toMatchObject({ status: 422, type: expect.stringContaining('application/problem+json') });
    expect(reply.body).toEqual({
      type: 'urn:sortition:refusal:unknown_table',
      title: 'unknown table',
      status: 422,
      code: 'unknown_table',
      detail: expect.stringContaining('no table "nobody"'),
      instance: expect.stringMatching(/^urn:sortition:request:[0-9a-f-]{36}$/),
    });
    const dear = await call('ada', 'POST', '/v1/ask', { payload: { ...question, epsilon: 11 } });
    expect(dear).toMatchObject({ status: 409, body: { code: 'budget_exhausted' } });
    expect(await spentOf(data)).toBe(0);
  }));

test.each([
  ['nothing', {}, 'body_invalid'],
  ['sql and a plan', { ...question, plan: {} }, 'body_invalid'],
  ['no epsilon', { sql: question.sql }, 'value_out_of_range'],
  ['an epsilon that is a list', { ...question, epsilon: [1] }, 'body_invalid'],
  ['a key that nobody knows', { ...question, epsilom: 1 }, 'body_invalid'],
  ['no plan', { plan: { input: 'visits' }, epsilon: 1 }, 'plan_invalid'],
  ['SQL that drops a table', { ...question, sql: 'DROP TABLE visits' }, 'sql_unsupported'],
  ['two statements', { ...question, sql: `${question.sql}; DELETE FROM visits` }, 'sql_unsupported'],
])('%s is refused', (_, payload, code) =>
  served(async ({ call }) => expect((await call('ada', 'POST', '/v1/ask', { payload })).body.code).toBe(code)),
);

test('what is no JSON, of another type, or too large is refused before it is read', () =>
  served(async ({ call }) => {
    const send = (payload: string, type: string) =>
      call('ada', 'POST', '/v1/ask', { payload, headers: { 'content-type': type } });
    expect((await send('{"sql":', 'application/json')).body.code).toBe('body_invalid');
    expect((await send('sql=1', 'application/x-www-form-urlencoded')).body.code).toBe('body_invalid');
    const large = JSON.stringify({ sql: 'x'.repeat(2 << 20), epsilon: 1 });
    expect(await send(large, 'application/json')).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  }));

test('bounds of a column are found, charged to the caller, and recorded', () =>
  served(async ({ call, data }) => {
    const payload = { table: 'visits', column: 'cost', epsilon: 0.5 };
    const { status, body } = await call('ada', 'POST', '/v1/bounds', { payload });
    expect(status).toBe(200);
    expect(body).toMatchObject({ charged: { epsilon: 0.5, delta: 0 }, recorded: false });
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['min', 'max', 'threshold', 'remaining', 'entry', 'head']),
    );
    expect((await call('ada', 'POST', '/v1/bounds', { payload })).body).toMatchObject({
      recorded: true,
      min: body.min,
    });
    expect(await spentOf(data)).toBe(0.5);
    const refused = await call('ada', 'POST', '/v1/bounds', { payload: { ...payload, column: 'nothing' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_column' } });
    expect(await spentOf(data)).toBe(0.5);
  }));
