import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What `npm start` does, somewhere else and at a free port. */
test('a newcomer gets an address and a token, a budget and a campaign that lives', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-start-'));
  const words = ['--import', resolve('node_modules/tsx/dist/loader.mjs'), resolve('examples/start.ts')];
  const start = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, PORT: '0' } });
  const ended = once(start, 'exit');
  try {
    let said = '';
    for await (const chunk of start.stdout) {
      said += chunk;
      if (said.includes('sortition_')) break;
    }
    const [, address] = /Open (\S+)/.exec(said) ?? [];
    const [token] = /sortition_\S+/.exec(said) ?? [];
    const get = async (path: string) =>
      (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    expect(await get('/v1/budget')).toMatchObject({ spent: { epsilon: 0 } });
    expect(await get('/v1/collect')).toMatchObject({ campaigns: [{ name: 'commute', state: 'open' }] });
  } finally {
    start.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    rmSync(folder, { recursive: true, force: true });
  }
});
