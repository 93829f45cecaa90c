/** A few random plans on every engine; `npm run test:heavy` asks many more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openDatabase } from '../support/postgres.ts';
import { compareEngines } from './comparison.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-meaning-'));
const postgres = await openDatabase();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

await compareEngines({ folder, postgres, hospitals: 2, questions: 40, seed: 11 });
