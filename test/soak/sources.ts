/** The data of a soak: the same visits in a CSV file and in PostgreSQL, each with a policy and a ledger on a small disk of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyInput } from '../../src/source/index.ts';
import type { PostgresServer } from '../support/postgres.ts';

const ROWS = 3000;

export const QUESTIONS = [
  'SELECT count(*) FROM visits',
  'SELECT ward, count(*) FROM visits GROUP BY ward',
  'SELECT sum(cost) FROM visits',
  "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (20) REPEATABLE ('fifth')",
  "SELECT avg(cost) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('half')",
] as const;

const policyOf = (source: PolicyInput['source'], ledger: string): PolicyInput => ({
  source,
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 3,
      columns: {
        ward: { type: 'category', values: ['A', 'B', 'C'] },
        cost: { type: 'number', min: 0, max: 100, step: 1 },
      },
    },
  },
  budget: { epsilon: 1000 },
  analysts: { bob: { epsilon: 0.5 } },
  ledger: `sqlite:${ledger}`,
});

export interface SoakSource {
  readonly name: string;
  readonly policy: string;
  readonly env: Readonly<Record<string, string>>;
  /** The disk of the ledger is full, until it is called again. */
  fillDisk(isFull: boolean): void;
  /** The engine goes away under the service. */
  restartEngine(): Promise<void>;
  end(): void;
}

/** A disk of so many megabytes where we may make one; undefined otherwise. */
function smallDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status === 0;
}

function placed(folder: string, name: string, source: PolicyInput['source']) {
  const disk = join(folder, `${name}-disk`);
  const isSmall = smallDisk(disk);
  const policy = join(folder, `${name}.json`);
  writeFileSync(policy, JSON.stringify(policyOf(source, join(disk, 'visits.ledger'))));
  const ballast = join(disk, 'ballast');
  return {
    policy,
    fillDisk(isFull: boolean) {
      if (!isFull) rmSync(ballast, { force: true });
      else if (isSmall) spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    },
    end: () => void (isSmall && spawnSync('umount', ['-l', disk])),
  };
}

const rowsOf = (): string[] => Array.from({ length: ROWS }, (_, i) => `p${i % 1000},${'ABC'[i % 3]},${i % 100}`);

export function csvSource(folder: string): SoakSource {
  const path = join(folder, 'visits.csv');
  const write = (): void => {
    writeFileSync(`${path}.new`, ['patient,ward,cost', ...rowsOf()].join('\n'));
    renameSync(`${path}.new`, path);
  };
  write();
  const at = placed(folder, 'csv', { engine: 'duckdb', path, version: '1' });
  // another file under the name: the engine is opened anew
  return { name: 'duckdb', env: {}, restartEngine: async () => write(), ...at };
}

export async function postgresSource(folder: string, { run, url }: PostgresServer): Promise<SoakSource> {
  await run('CREATE TABLE visits (patient text, ward text, cost integer)');
  await run(
    `INSERT INTO visits SELECT 'p' || i % 1000, substr('ABC', 1 + i % 3, 1), i % 100 FROM generate_series(0, ${ROWS - 1}) AS s(i)`,
  );
  const at = placed(folder, 'postgres', { engine: 'postgres', url: 'env:SOAK_URL', version: '1' });
  const restartEngine = (): Promise<void> =>
    run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
  return { name: 'postgres', env: { SOAK_URL: url }, restartEngine, ...at };
}
