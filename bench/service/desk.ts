/** A service over a million visits in a process of its own, and how it is asked. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openTokenStore } from '../../src/service/index.ts';
import { commandFile } from '../../test/support/command.ts';
import { folder, parquet } from '../parquet.ts';

const VISITS = 1_000_000;
const WARDS = ['A', 'B', 'C', 'D', 'E', 'F'];

export const visits = (): Promise<string> =>
  parquet(
    `stays-${VISITS}`,
    `SELECT range // 5 AS patient, chr(65 + CAST(hash(range) % 6 AS INTEGER)) AS ward, CAST(hash(range + 1) % 30 AS INTEGER) AS stay FROM range(${VISITS})`,
  );

export interface Desk {
  readonly address: string;
  /** What a caller shows. */
  readonly token: string;
  /** Of two analysts. */
  readonly analysts: readonly string[];
  /** Asks one new question; the milliseconds until its answer is there. Whatever is no answer throws. */
  ask(): Promise<number>;
  /** What was spent, as the ledger has it. */
  spent(): Promise<number>;
  /** Resident memory of the service, in megabytes. */
  megabytes(): Promise<number>;
}

/** What each question costs; a hundred thousand of them fit. */
export const EPSILON = 0.001;

export async function desk(): Promise<Desk> {
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(join(folder, 'desk-'));
  const policy = join(place, 'policy.json');
  writeFileSync(policy, JSON.stringify(await policyOf(join(place, 'desk.ledger'))));
  const tokens = openTokenStore(join(place, 'desk.ledger.tokens'), () => new Date());
  const { text } = tokens.create({ analyst: 'bench', role: 'custodian', days: 1 });
  const analysts = ['ada', 'bob'].map(analyst => tokens.create({ analyst, role: 'analyst', days: 1 }).text);
  tokens.close();
  // as it is installed: of sources no thread can be started, and all would be computed on one
  const program = await commandFile();
  const words = ['serve', '--policy', policy, '--port', '0', '--requests-per-minute', '1000000'];
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await addressOf(child.stderr);
  child.unref();
  child.stderr.destroy();
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  });
  const call = async (path: string, body?: object): Promise<Response> => {
    const reply = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return reply;
  };
  const question = { sql: 'SELECT ward, count(*) FROM visits GROUP BY ward', epsilon: EPSILON, fresh: true };
  return {
    address,
    token: text,
    analysts,
    async ask() {
      const start = performance.now();
      await (await call('/v1/ask', question)).json();
      return performance.now() - start;
    },
    spent: async () => ((await (await call('/v1/budget')).json()) as { spent: { epsilon: number } }).spent.epsilon,
    megabytes: async () =>
      Number(/^process_resident_memory_bytes (\S+)$/m.exec(await (await call('/metrics')).text())?.[1]) / 2 ** 20,
  };
}

/** What the service says when it listens. */
async function addressOf(words: Readable): Promise<string> {
  let heard = '';
  for await (const chunk of words) {
    heard += chunk;
    const [address] = /http:\/\/[\d.:]+\d/.exec(heard) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(heard);
}

const COLUMNS = { ward: { type: 'category', values: WARDS }, stay: { type: 'integer', min: 0, max: 29 } };

const policyOf = async (ledger: string) => ({
  source: { engine: 'duckdb', path: await visits() },
  tables: {
    visits: { unit: 'patient', rowsPerUnit: 5, columns: COLUMNS },
  },
  budget: { epsilon: 100 },
  ledger: `sqlite:${ledger}`,
});
