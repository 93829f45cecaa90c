/** Many more random plans on both engines, and ten million private keys in little memory. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { compareEngines } from '../engines/comparison.ts';
import { startPostgres } from '../support/postgres.ts';
import type { Streamed } from './private-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-heavy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

await compareEngines({ folder, postgres, hospitals: 10, questions: 400, seed: 1 });

test('ten million private keys are streamed in order within 500 MB', () => {
  const program = fileURLToPath(new URL('./private-keys.ts', import.meta.url));
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', program, folder], { encoding: 'utf8' });
  const { keys, ordered, megabytesPeak }: Streamed = JSON.parse(stdout);
  expect({ keys, ordered }).toEqual({ keys: 10_000_000, ordered: true });
  expect(megabytesPeak).toBeLessThan(500);
});
