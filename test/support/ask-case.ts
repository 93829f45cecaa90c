/** A small hospital in a folder of its own, with its policy, for tests of commands that ask. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface AskCase {
  readonly folder: string;
  readonly policy: string;
}

/** 300 patients with two visits each; ward C is empty; towns are private keys, one of them a formula. */
export async function askCase(change: (policy: typeof POLICY) => object = policy => policy): Promise<AskCase> {
  const folder = await mkdtemp(join(tmpdir(), 'sortition-ask-'));
  const rows = Array.from({ length: 600 }, (_, i) =>
    [i % 300, 20 + (i % 50), i % 2 === 0 ? 'A' : 'B', 100, i % 3 === 0 ? '=1+1' : 'Delft'].join(','),
  );
  await writeFile(join(folder, 'visits.csv'), ['patient_id,age,ward,cost,town', ...rows, ''].join('\n'));
  const policy = join(folder, 'policy.json');
  await writeFile(policy, JSON.stringify(change(POLICY)));
  return { folder, policy };
}

const POLICY = {
  source: { engine: 'duckdb', path: 'visits.csv' },
  tables: {
    visits: {
      unit: 'patient_id',
      rowsPerUnit: 2,
      columns: {
        age: { type: 'integer', min: 0, max: 120 as number | null },
        ward: { type: 'category', values: ['A', 'B', 'C'] },
        cost: { type: 'number', min: 0, max: 1000, step: 0.01 },
        town: { type: 'text' },
      },
    },
  },
  budget: { epsilon: 100, delta: 1e-3 },
  analysts: { ada: { epsilon: 1 } },
  ledger: 'sqlite:visits.ledger',
};
