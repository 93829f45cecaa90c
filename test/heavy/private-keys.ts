/** A process of its own, so that its memory is its own: reads ten million keys and prints what it took. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { lower } from '../../src/sql/index.ts';

export interface Streamed {
  readonly keys: number;
  readonly ordered: boolean;
  readonly megabytesPeak: number;
}

const folder = process.argv[2];
const path = join(folder, 'words.parquet');
const writer = await DuckDBInstance.create(':memory:', { memory_limit: '150MB', temp_directory: '' });
const connection = await writer.connect();
await connection.run(
  `COPY (SELECT 'key number ' || CAST(i % 10000000 AS VARCHAR) AS word FROM range(12000000) t(i)) TO '${path}' (FORMAT parquet)`,
);
writer.closeSync();

const policy = await loadPolicy({
  source: { engine: 'duckdb', path },
  tables: { words: { columns: { word: { type: 'text' } } } },
  budget: { epsilon: 1 },
  ledger: 'sqlite:none.ledger',
});
const engine = await openEngine(policy, { memoryMegabytes: 200, spillInto: folder, threads: 2 });
const checked = check(
  {
    version: 1,
    input: { kind: 'scan', table: 'words' },
    grouping: { kind: 'private', keys: [{ name: 'word', expression: { kind: 'column', name: 'word' } }] },
    aggregates: [{ kind: 'count', name: 'count' }],
    afterwards: {},
  },
  policy,
);
let [keys, ordered, last] = [0, true, ''];
const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: '0'.repeat(64) };
for await (const { cells } of engine.run(lower(checked, target))) {
  keys += 1;
  ordered &&= last < String(cells[0]);
  last = String(cells[0]);
}
await engine.close();
const streamed: Streamed = { keys, ordered, megabytesPeak: process.resourceUsage().maxRSS / 1024 };
console.log(JSON.stringify(streamed));
