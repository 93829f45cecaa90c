import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { simulateReply } from '../../src/cli/collect-simulate-reply.ts';
import { type Job, job, jobs } from '../../src/service/contract/jobs.ts';
import { ended, eventsFrom } from '../support/jobs.ts';
import { type Caller, type Served, served } from '../support/served.ts';

const SMALL = {
  ...{ distribution: 'lognormal:5,0.5', min: 0, max: 2000, population: 500, mechanism: 'smooth', runs: 60 },
  ...{ scheme: 'fixed-size', relation: 'replace-one', epsilon: 0.1, delta: 1e-4 },
};
/** Whoever lets this go on is found out by the time-out of the test. */
const ENDLESS = { ...SMALL, population: 2000, runs: 80_000 };

const start = (call: Served['call'], caller: Caller, payload: object = SMALL, headers = {}) =>
  call(caller, 'POST', '/v1/forecast/quantile', { payload, headers });

/** The service on a port, and a reader of the events of ada's jobs. */
async function listening({ server, texts }: Served) {
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  return (id: string) =>
    fetch(`${address}/v1/jobs/${id}/events`, { headers: { authorization: `Bearer ${texts.ada}` } });
}

test('a simulation is started, followed and reported; analysts may, for no data are read', () =>
  served(async ({ call }) => {
    const started = await start(call, 'ada');
    expect(started.status).toBe(202);
    const end = await ended(call, 'ada', started);
    expect(job.parse(end)).toEqual(end);
    expect(end).toMatchObject({ kind: 'quantile-forecast', analyst: 'ada', state: 'done', refusal: null });
    expect(end.kind === 'quantile-forecast' && end.result?.gain).toBeGreaterThan(1);
    const { body: list } = await call('ada', 'GET', '/v1/jobs');
    expect(jobs.parse(list)).toEqual({ jobs: [end] });
  }));

test.each([
  ['no law', { distribution: 'cauchy:0,1' }, 422, 'value_out_of_range'],
  ['no bounds', { min: undefined }, 400, 'body_invalid'],
  ['too many people', { population: 1e6 }, 413, 'specification_too_large'],
  ['too many runs', { runs: 1e9 }, 413, 'specification_too_large'],
  ['no mechanism', { mechanism: 'magic' }, 400, 'body_invalid'],
  ['an unknown field', { column: 'cost' }, 400, 'body_invalid'],
])('%s is refused before there is a job', (_, more, status, code) =>
  served(async ({ call }) => {
    expect(await start(call, 'ada', { ...SMALL, ...more })).toMatchObject({ status, body: { code } });
    expect((await call('ada', 'GET', '/v1/jobs')).body.jobs).toEqual([]);
  }),
);

const COLLECTION = { counts: [1, 0, 16], population: 1000, sampling: 0.45, noiseEpsilon: 1, runs: 500, seed: 5 };

test('a collection is played as on the command line, and bounded', () =>
  served(async ({ call }) => {
    const play = (more: object) => call('ada', 'POST', '/v1/collect/simulate', { payload: { ...COLLECTION, ...more } });
    const end = await ended(call, 'ada', await play({}));
    expect(job.parse(end)).toEqual(end);
    const { json } = simulateReply({ ...COLLECTION, aggregators: 2, epsilon: 1 });
    expect(end).toMatchObject({ kind: 'collection-simulation', state: 'done', result: json });
    for (const [more, code] of [
      [{ population: 1e6 }, 'specification_too_large'],
      [{ runs: 1e9 }, 'specification_too_large'],
      [{ sampling: 2 }, 'value_out_of_range'],
      [{ epsilon: -1 }, 'value_out_of_range'],
      [{ counts: [] }, 'body_invalid'],
    ] as const)
      expect((await play(more)).body.code).toBe(code);
    const long = await play({ runs: 1e6 });
    await call('ada', 'POST', `/v1/jobs/${long.body.id}/cancel`);
    expect((await ended(call, 'ada', long)).state).toBe('cancelled');
  }));

test('what only the work finds out ends the job as refused', () =>
  served(async ({ call }) => {
    const end = await ended(call, 'ada', await start(call, 'ada', { ...SMALL, delta: 0 }));
    expect(end).toMatchObject({ state: 'refused', refusal: { code: 'delta_needed' }, result: null });
  }));

test('events: the present state, progress that grows, and the end; a second reader joins in the middle', () =>
  served(async clinic => {
    const open = await listening(clinic);
    const { body } = await start(clinic.call, 'ada', { ...SMALL, population: 2000, runs: 400 });
    const joined: Promise<Job[]>[] = [];
    const reply = await open(body.id);
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const seen = await eventsFrom(reply, ({ progress }) => {
      if (progress.part > 0.2 && joined.length === 0) joined.push(open(body.id).then(one => eventsFrom(one)));
    });
    const parts = seen.map(({ progress }) => progress.part);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.slice(0, -1).every(({ state }) => state === 'running')).toBe(true);
    expect(seen.at(-1)).toMatchObject({ state: 'done', progress: { part: 1 } });
    const [late] = await Promise.all(joined);
    expect(late[0].progress.part).toBeGreaterThan(0.2);
    expect(late.at(-1)).toEqual(seen.at(-1));
  }));

test('cancelled while it runs, it stops, and the next has its turn; cancelled while it waits, it never runs', () =>
  served(async ({ call }) => {
    const started = [];
    for (let i = 0; i < 3; i += 1) started.push((await start(call, 'ada', { ...ENDLESS, seed: i })).body as Job);
    expect(started.map(({ state }) => state)).toEqual(['running', 'running', 'waiting']);
    const small = await start(call, 'ada');
    expect((await call('ada', 'POST', `/v1/jobs/${started[2].id}/cancel`)).body.state).toBe('cancelled');
    await call('ada', 'POST', `/v1/jobs/${started[0].id}/cancel`);
    expect((await ended(call, 'ada', small)).state).toBe('done');
    const { body } = await call('ada', 'GET', `/v1/jobs/${started[0].id}`);
    expect(body).toMatchObject({ state: 'cancelled', refusal: { code: 'cancelled' }, result: null });
    // a second time changes nothing
    expect((await call('ada', 'POST', `/v1/jobs/${started[0].id}/cancel`)).body).toEqual(body);
  }));

test('a retry under the same key is the same job, another order is refused, another analyst has another job', () =>
  served(async ({ call }) => {
    const headers = { 'idempotency-key': 'monday' };
    const { body: first } = await start(call, 'ada', SMALL, headers);
    expect((await start(call, 'ada', SMALL, headers)).body.id).toBe(first.id);
    const other = await start(call, 'ada', { ...SMALL, runs: 61 }, headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
    expect((await start(call, 'bob', SMALL, headers)).body.id).not.toBe(first.id);
    expect((await call('ada', 'GET', '/v1/jobs')).body.jobs).toHaveLength(1);
  }));

test('another’s job is unknown in the same words as one that never was; the custodian sees and ends all', () =>
  served(async ({ call }) => {
    const { body } = await start(call, 'ada', ENDLESS);
    for (const [method, after] of [
      ['GET', ''],
      ['GET', '/events'],
      ['POST', '/cancel'],
    ] as const) {
      const words = async (id: string) => {
        const { status, body: problem } = await call('bob', method, `/v1/jobs/${id}${after}`);
        return { status, code: problem.code, detail: problem.detail };
      };
      expect(await words(body.id)).toMatchObject({ status: 404, code: 'job_unknown' });
      expect(await words(body.id)).toEqual(await words('00000000-0000-4000-8000-000000000000'));
    }
    expect((await call('bob', 'GET', '/v1/jobs')).body.jobs).toEqual([]);
    expect((await call('custodian', 'GET', '/v1/jobs')).body.jobs).toMatchObject([{ id: body.id, state: 'running' }]);
    await call('custodian', 'POST', `/v1/jobs/${body.id}/cancel`);
    expect((await ended(call, 'ada', { status: 0, type: '', body })).state).toBe('cancelled');
  }));

test('a stop ends simulations and the streams that watch them', () =>
  served(async clinic => {
    const open = await listening(clinic);
    const { body } = await start(clinic.call, 'ada', ENDLESS);
    const reply = await open(body.id);
    let closed: Promise<unknown> | undefined;
    const seen = await eventsFrom(reply, () => {
      closed ??= clinic.server.close();
    });
    expect(seen.at(-1)).toMatchObject({ state: 'cancelled' });
    await closed;
  }));

test('who stops reading is let go, and the job goes on', () =>
  served(async ({ call, server, texts }) => {
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await start(call, 'ada', ENDLESS);
    const sockets = () => new Promise<number>(resolve => server.server.getConnections((_, count) => resolve(count)));
    const reader = get(`${address}/v1/jobs/${body.id}/events`, { headers: { authorization: `Bearer ${texts.ada}` } });
    const [reply] = await once(reader, 'response');
    await once(reply, 'data');
    expect(await sockets()).toBe(1);
    reader.on('error', () => {}).destroy();
    while ((await sockets()) > 0) await new Promise(later => setTimeout(later, 5));
    expect((await call('ada', 'GET', `/v1/jobs/${body.id}`)).body.state).toBe('running');
  }));
