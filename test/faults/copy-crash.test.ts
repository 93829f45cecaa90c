/** A process that dies while it makes a copy: nobody ever reads the half of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { cellsOf } from '../engines/raw-query.ts';
import { everybody, NAME, policyIn } from '../support/copy-case.ts';
import type { CopyWords } from '../support/copy-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-copy-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const samples = join(folder, 'samples');
const files = (): string[] => (existsSync(samples) ? readdirSync(samples) : []);

test('what a killed process left is swept away by the next, which makes the copy whole', async () => {
  writeFileSync(join(folder, 'visits.csv'), 'patient,age\n1,30\n2,40\n');
  const words: CopyWords = [folder];
  const maker = spawn(process.execPath, ['--import', 'tsx', 'test/support/copy-worker.ts', ...words], {
    stdio: 'inherit',
  });
  const gone = once(maker, 'exit');
  while (files().length === 0 && maker.exitCode === null) await wait(20);
  maker.kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  const half = new RegExp(`\\.${maker.pid}\\.[0-9a-f-]{36}(\\.wal)?$`);
  const left = files();
  expect(left.filter(file => half.test(file))).toEqual(left);
  expect(left).not.toEqual([]);

  const engine = await openEngine(await policyIn(folder), { copiesInto: folder });
  const copy = await engine.copy({
    table: 'visits',
    name: NAME,
    state: 'now',
    readState: 'now',
    beside: [],
    holds: () => true,
    units: everybody,
  });
  expect(await cellsOf(copy!, 'SELECT age FROM visits')).toEqual(['30', '40']);
  expect(files()).toEqual([left[0].replace(half, '')]);
  await engine.close();
});
