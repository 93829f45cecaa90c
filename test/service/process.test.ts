import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inClinic, type Visit } from '../support/clinic.ts';
import { commandFile, type Run, runnerOf } from '../support/command.ts';
import { eventsOf } from '../support/events.ts';
import { organised } from '../support/organised.ts';

let file: string;
let run: Run;
beforeAll(async () => {
  file = await commandFile();
  run = runnerOf(file);
});

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** The command line's own service, in a process of its own. */
async function serving(policy: string, ...more: string[]) {
  const child = spawn(process.execPath, [file, 'serve', '--policy', policy, '--port', '0', ...more]);
  running.push(child);
  let heard = '';
  for await (const chunk of child.stderr) {
    heard += chunk;
    if (heard.includes('Listening at ')) break;
  }
  const address = /http:\/\/[\d.:]+\d/.exec(heard)?.[0] ?? '';
  expect(address).not.toBe('');
  return { child, address, heard };
}

const COST = { epsilon: 1, replace: 2 };
const STEP = { mechanism: { kind: 'pure', epsilon: 0.001 }, count: 2 };

const many: readonly Visit[] = Array.from({ length: 20_000 }, (_, i) => ({
  patient: `p${i}`,
  ward: 'ABC'[i % 3],
  cost: 1,
}));

async function tokenFor(policy: string, ...more: string[]): Promise<string> {
  const { out } = await run(['token', 'create', '--policy', policy, '--analyst', 'ada', ...more, '--json']);
  return JSON.parse(out).token;
}

test('a service is asked over the network, and stops when it is told to, after its last answer', () =>
  inClinic(
    async ({ policy }) => {
      const token = await tokenFor(policy);
      const { child, address } = await serving(policy);
      const ask = (epsilon: number) =>
        fetch(`${address}/v1/ask`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ sql: 'SELECT ward, sum(cost) FROM visits GROUP BY ward', epsilon }),
        });
      expect((await ask(0.5)).status).toBe(200);
      const last = ask(0.25);
      // the question is on its way before the signal is
      await new Promise(sent => setTimeout(sent, 5));
      child.kill('SIGTERM');
      const ended = once(child, 'exit');
      const answer = await last.then(
        async reply => (reply.status === 200 ? 'answered' : ((await reply.json()) as { code: string }).code),
        () => 'refused connection',
      );
      expect(await ended).toEqual([0, null]);
      const { out } = await run(['budget', '--policy', policy, '--verify', '--json']);
      const { spent, verified } = JSON.parse(out);
      expect({ answer, spent: spent.epsilon, verified }).toEqual({
        answer,
        spent: answer === 'answered' ? 0.75 : 0.5,
        verified: true,
      });
    },
    undefined,
    many,
  ));

test('whoever sends half a request does not keep others waiting', () =>
  inClinic(async ({ policy }) => {
    const token = await tokenFor(policy);
    const { child, address } = await serving(policy);
    const { hostname, port } = new URL(address);
    const idlers = Array.from({ length: 50 }, () => createConnection(Number(port), hostname));
    for (const idler of idlers) idler.on('error', () => {}).write('POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Le');
    const reply = await fetch(`${address}/v1/budget`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    child.kill('SIGTERM');
    // they hold on to their halves, and the service ends all the same
    expect(await once(child, 'exit')).toEqual([0, null]);
    for (const idler of idlers) idler.destroy();
  }));

test('whoever only wants to know whether the service lives waits for nothing that is computed', () =>
  inClinic(async ({ policy }) => {
    const token = await tokenFor(policy);
    const { child, address } = await serving(policy);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const towns = Array.from({ length: 1900 }, (_, i) => `'town ${i}'`).join();
    const long: readonly (() => Promise<Response>)[] = [
      () => post('/v1/price', { operator: 'split', parts: Array(1000).fill({ rate: 0.0005, cost: COST }) }),
      () => fetch(`${address}/v1/learn/rates`, { headers }),
      () =>
        post('/v1/account', {
          relation: 'add-remove',
          steps: Array(3000).fill(STEP),
          ask: { deltaAt: { epsilon: 1 } },
        }),
      () => post('/v1/explain', { sql: `SELECT count(*) FROM visits WHERE town IN (${towns})`, epsilon: 1 }),
    ];
    for (const start of long) {
      let isAnswered = false;
      const answered = Promise.all([start(), start(), start()]).then(replies => {
        isAnswered = true;
        return replies.map(({ status }) => status);
      });
      // they are on their way before the question is
      await new Promise(sent => setTimeout(sent, 20));
      expect((await fetch(`${address}/health`)).status).toBe(200);
      expect(isAnswered).toBe(false);
      expect(await answered).toEqual([200, 200, 200]);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }));

test('nobody asks so much, or gets so many numbers at once, that all others would wait', () =>
  inClinic(async ({ policy }) => {
    const token = await tokenFor(policy);
    const { child, address } = await serving(policy);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ sql: 'SELECT seen, ward, count(*) FROM visits GROUP BY seen, ward', epsilon: 1 });
    const towns = Array.from({ length: 9000 }, (_, i) => `'${i}'`).join();
    const long = JSON.stringify({ sql: `SELECT count(*) FROM visits WHERE town IN (${towns})`, epsilon: 1 });
    const counts = Array.from({ length: 201 }, (_, i) => `count(*) AS n${i}`).join();
    const many = JSON.stringify({ sql: `SELECT ${counts} FROM visits`, epsilon: 1 });
    for (const path of ['/v1/ask', '/v1/explain']) {
      const [wide, wordy, numerous] = await Promise.all(
        [body, long, many].map(async body =>
          (await fetch(`${address}${path}`, { method: 'POST', headers, body })).json(),
        ),
      );
      expect(numerous).toMatchObject({ status: 413, code: 'plan_too_large' });
      expect(wide).toMatchObject({ status: 422, code: 'too_many_groups' });
      expect(wordy).toMatchObject({ status: 413, code: 'plan_too_large' });
    }
    const budget = await fetch(`${address}/v1/budget`, { headers });
    expect(await budget.json()).toMatchObject({ spent: { epsilon: 0 } });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }));

test('whoever serves beyond this machine is told that there is no TLS', () =>
  inClinic(async ({ policy }) => {
    const beyond = await serving(policy, '--host', '0.0.0.0');
    expect(beyond.heard).toContain('without TLS');
    const here = await serving(policy);
    expect(here.heard).not.toContain('without TLS');
    for (const { child } of [beyond, here]) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  }));

test('tokens are listed without secrets, and revoked by their id', () =>
  inClinic(async ({ policy }) => {
    const token = await tokenFor(policy, '--role', 'custodian', '--days', '7');
    const listed = await run(['token', 'list', '--policy', policy, '--json']);
    const [{ id, role, revoked }] = JSON.parse(listed.out).tokens;
    expect({ role, revoked }).toEqual({ role: 'custodian', revoked: null });
    expect(listed.out).not.toContain(token.slice(-43));
    expect((await run(['token', 'revoke', id, '--policy', policy])).out).toContain(`Revoked: ${id} of ada`);
    expect((await run(['token', 'list', '--policy', policy])).out).toMatch(/id +analyst +role/);
    expect(await run(['token', 'revoke', 'nobody', '--policy', policy])).toMatchObject({ exit: 1 });
    expect(await run(['token', 'create', '--policy', policy, '--analyst', 'a', '--role', 'king'])).toMatchObject({
      exit: 1,
    });
  }));

test('campaigns of a folder are served, paid from the one ledger that the service is given, and watched until it stops', () =>
  inClinic(async ({ policy, path }) => {
    await organised(async ({ organising: { folder }, fingerprint, answer }) => {
      const token = await tokenFor(policy, '--role', 'custodian');
      const ledger = `sqlite:${path('people.ledger')}`;
      const { child, address } = await serving(
        policy,
        ...['--campaigns', folder, '--collect-ledger', ledger, '--collect-budget-epsilon', '2'],
      );
      const campaign = `${address}/v1/collect/${fingerprint}`;
      const headers = { authorization: `Bearer ${token}` };
      const post = async (order: string) => (await fetch(`${campaign}/${order}`, { method: 'POST', headers })).json();
      await post('rounds/1/open');
      await answer('bus', 3);
      const events = await eventsOf(`${campaign}/events`, token);
      expect(await events.next()).toMatchObject({ state: 'open', remaining: { epsilon: 2 } });
      expect(await post('publish')).toMatchObject({ recorded: false, remaining: { epsilon: expect.closeTo(1, 6) } });
      const ended = events.ended();
      child.kill('SIGTERM');
      await ended;
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(existsSync(path('people.ledger'))).toBe(true);
    });
  }));
