/** Asks DuckDB for more than its memory holds, from a process that may be kept from writing; prints what came of it. */

import type { Incident } from '../../src/engine/failure.ts';
import { openEngine } from '../../src/engine/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { cellsOf } from '../engines/raw-query.ts';

/** What is printed, as JSON. */
export interface Spilled {
  readonly outcome: unknown;
  /** What a small question is answered with afterwards. */
  readonly after: unknown;
  readonly kinds: readonly string[];
}

const [folder] = process.argv.slice(2);
const policy = await loadPolicy(`${folder}/policy.json`);
const incidents: Incident[] = [];
const report = (incident: Incident): void => void incidents.push(incident);
const engine = await openEngine(policy, { memoryMegabytes: 60, threads: 1, spillInto: folder, report });
const large = `SELECT max(n)::VARCHAR FROM (SELECT i % 3000000 AS g, count(*) AS n FROM range(6000000) AS r(i) GROUP BY g)`;
const outcome = await cellsOf(engine, large).catch(({ code, message }) => ({ code, message }));
const after = await cellsOf(engine, 'SELECT count(*)::VARCHAR FROM visits');
await engine.close();
const spilled: Spilled = { outcome, after, kinds: incidents.map(({ kind }) => kind) };
console.log(JSON.stringify(spilled));
