/**
 * The referee of releases. It knows what is promised and nothing of how it is kept: one text for each value after all rules,
 * what is judged is what is drawn, written and read back, a row changes nothing but counts, and a certificate is true in every
 * byte. Tables, orders and edits are by chance, and a failure is told by the smallest case that still fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { startPostgres } from '../../support/postgres.ts';
import type { RefereeOptions, RefereeReport } from '../referee.ts';
import { chanceOf } from './chance.ts';
import type { Ground } from './files.ts';
import { shrunk } from './shrink.ts';
import { type Case, caseOf, type Format } from './tables.ts';
import { TRIALS } from './trials.ts';

const FORMATS: readonly Format[] = ['csv', 'csv', 'ndjson', 'json', 'parquet', 'duckdb'];

export async function run(options: RefereeOptions): Promise<RefereeReport> {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-referee-'));
  const duckdb = await DuckDBInstance.create(':memory:');
  const connection = await duckdb.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  const postgres = await startPostgres();
  process.env.SORTITION_REFEREE_URL = postgres?.url;
  try {
    return await tried(options, { folder, connection, postgres });
  } finally {
    await postgres?.stop();
    duckdb.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Cases that are tried at once: much of the time of each is waiting for a disk. */
const AT_ONCE = 3;

async function tried({ seconds, seed, number, first, say }: RefereeOptions, ground: Ground): Promise<RefereeReport> {
  const failures: { at: number; name: string; program: string }[] = [];
  const coverage = new Map<string, number>(WHATS.map(what => [what, 0]));
  const end = Date.now() + 1000 * seconds;
  let [runs, next] = [0, number ?? 0];
  const isOver = (): boolean =>
    number === undefined ? Date.now() >= end || (first === true && failures.length > 0) : next > number;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const at = next++;
      const { given, name, trial } = drawnCase(seed, at, ground);
      for (const what of [name, ...traits(given)]) coverage.set(what, (coverage.get(what) ?? 0) + 1);
      const { problem } = await trial(given, seed + at, ground);
      runs += 1;
      if (problem === undefined) continue;
      say(`case ${at}, ${name}: ${problem}`);
      const smallest = await shrunk(given, small => trial(small, seed + at, ground));
      failures.push({ at, name: `seed ${seed} case ${at}, ${name}: ${smallest.problem}`, program: smallest.program });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  say(`${runs} runs, ${failures.length} failures`);
  const sorted = failures.sort((one, other) => one.at - other.at).map(({ name, program }) => ({ name, program }));
  return { runs, failures: sorted, coverage: Object.fromEntries(coverage) };
}

/** One case is the same whoever tries it, and whenever. */
function drawnCase(seed: number, at: number, { postgres }: Ground) {
  const chance = chanceOf(seed, at);
  const given = caseOf(chance, postgres === undefined ? FORMATS : [...FORMATS, 'postgres']);
  const [name, trial] = chance.pick(Object.entries(TRIALS));
  return { given, name, trial };
}

const WHATS = [...Object.keys(TRIALS), ...FORMATS, 'postgres', 'people', 'rules', 'threshold', 'odd lines'];

const traits = ({ format, unit, columns, threshold, odd }: Case): readonly string[] => [
  format,
  ...(unit ? ['people'] : []),
  ...(columns.some(({ rules }) => rules.length > 0) ? ['rules'] : []),
  ...(threshold > 1 ? ['threshold'] : []),
  ...(odd.length > 0 ? ['odd lines'] : []),
];
