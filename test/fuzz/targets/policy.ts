/** Policies, as files: read, and a first question explained under them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainSql } from '../../../src/answer.ts';
import { loadPolicy } from '../../../src/source/index.ts';
import { clinicPolicy, guessedPolicy } from '../../support/clinic.ts';
import { hospital } from '../../support/hospital.ts';
import { refusalOf } from '../oracle.ts';
import type { Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

const SEEDS = [
  clinicPolicy,
  guessedPolicy,
  hospital,
  {
    ...clinicPolicy,
    tables: { visits: { ...clinicPolicy.tables.visits, neighbours: 'replace-one', sizeIsPublic: true } },
    analysts: { ada: { epsilon: 1 } },
  },
].map(policy => JSON.stringify(policy));

export const policy: Target = {
  name: 'policy',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'sortition-fuzz-'));
    const path = join(folder, 'policy.json');
    return {
      seeds: SEEDS,
      vary: varyJson,
      async attempt(text) {
        writeFileSync(path, text);
        try {
          const { tables } = await loadPolicy(path);
          const [name = 'visits'] = Object.keys(tables);
          await explainSql(path, `SELECT count(*) FROM "${name.replaceAll('"', '""')}"`, { epsilon: 0.1, delta: 1e-9 });
          return 'explained';
        } catch (thrown) {
          // whoever writes a policy may be told where it lies
          const { code, message } = refusalOf(thrown, { words: [] });
          return `${code} ${message.replace(/\d+/g, '0').replace(/".*?"/g, '')}`.slice(0, 80);
        }
      },
      async close() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
