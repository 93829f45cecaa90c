import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { inClinic } from '../support/clinic.ts';
import { commandFile, run } from '../support/command.ts';
import { eventsFrom } from '../support/jobs.ts';

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

test('a service that is told to stop ends its simulations and their streams, and its process', () =>
  inClinic(async ({ policy }) => {
    const file = await commandFile();
    const made = await run(['token', 'create', '--policy', policy, '--analyst', 'ada', '--json']);
    const headers = { authorization: `Bearer ${JSON.parse(made.out).token}`, 'content-type': 'application/json' };
    const child = spawn(process.execPath, [file, 'serve', '--policy', policy, '--port', '0']);
    running.push(child);
    const [words] = await once(child.stderr, 'data');
    const address = /http:\/\/[\d.:]+\d/.exec(String(words))?.[0];
    const order = {
      ...{ distribution: 'uniform:0,1', population: 2000, mechanism: 'exponential', runs: 80_000 },
      ...{ scheme: 'fixed-size', relation: 'replace-one', epsilon: 0.1, delta: 0 },
    };
    const started = await fetch(`${address}/v1/forecast/quantile`, {
      ...{ method: 'POST', headers, body: JSON.stringify(order) },
    });
    const { id } = (await started.json()) as { id: string };
    const ended = once(child, 'exit');
    const events = await fetch(`${address}/v1/jobs/${id}/events`, { headers });
    // a second signal would not wait
    const seen = await eventsFrom(events, () => child.killed || child.kill('SIGTERM'));
    expect(seen.at(-1)?.state).toBe('cancelled');
    expect(await ended).toEqual([0, null]);
  }));
