/**
 * What an engine was really asked and really read for one answer: by which keys, and with which results. Keys of draws that are
 * kept are those that the ledger committed to; all others must be new. Results must be those that the plan means by these keys.
 */
import type { Moment } from '../../../src/answer/opened-data.ts';
import type { EngineRow, Snapshot } from '../../../src/engine/engine.ts';
import type { KeyStore } from '../../../src/ledger/keys/sample-key.ts';
import type { CheckedPlan } from '../../../src/plan/index.ts';
import { meaning } from '../../../src/plan/meaning.ts';
import type { RawData } from '../../../src/plan/operators/operator.ts';
import type { SqlQuery } from '../../../src/sql/index.ts';
import { expected, resultsIn } from '../../engines/results.ts';
import type { Asked } from './law.ts';

/** One plan's queries, and the rows that they returned. */
export interface Read {
  readonly queries: readonly SqlQuery[];
  readonly rows: EngineRow[];
}

/** The same moment, under watch. */
export function watchedMoment(moment: Moment, read: (queries: readonly SqlQuery[]) => Read | undefined): Moment {
  const watched = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    run: (queries, limits) => copying(snapshot.run(queries, limits), read(queries)),
  });
  return {
    ...moment,
    snapshot: watched(moment.snapshot),
    also: async engine => watched(await moment.also(engine)),
  };
}

async function* copying(rows: AsyncIterable<EngineRow>, into: Read | undefined): AsyncIterable<EngineRow> {
  for await (const row of rows) {
    into?.rows.push(row);
    yield row;
  }
}

/** The secrets of queries: keys of draws, and the question's own. */
const secretsIn = (queries: readonly SqlQuery[]): string[] => [
  ...new Set(
    queries.flatMap(({ parameters }) => parameters.flatMap(({ secret, value }) => (secret ? [String(value)] : []))),
  ),
];

/** Keys that are in no commitment, by whether an earlier answer used them: then two draws are one that are priced as two. */
export async function keyFindings(
  asked: Asked,
  reads: readonly Read[],
  used: Set<string>,
  keys: KeyStore,
): Promise<string[]> {
  const kept = await keptKeys(asked, keys);
  const fresh = secretsIn(reads.flatMap(({ queries }) => queries)).filter(secret => !kept.includes(secret));
  const again = fresh.filter(secret => used.has(secret));
  for (const secret of fresh) used.add(secret);
  return again.length > 0 ? ['a key that was drawn for one question is used for another'] : [];
}

const keptKeys = ({ keys }: Asked, store: KeyStore): Promise<(string | undefined)[]> =>
  Promise.all(keys.map(async key => (key !== null && /^[0-9a-f]{64}$/.test(key) ? store.read(key) : undefined)));

/** What was read is what the plans mean, by some order of the keys that were drawn for this question alone. */
export async function resultFindings(
  asked: Asked,
  reads: readonly Read[],
  data: RawData,
  keys: KeyStore,
): Promise<string[]> {
  const kept = await keptKeys(asked, keys);
  const findings: string[] = [];
  for (const [i, checked] of asked.plans.entries()) {
    const { queries, rows } = reads[i] ?? { queries: [], rows: [] };
    const secrets = secretsIn(queries).filter(secret => !kept.includes(secret));
    const found = shown(await resultsIn(rows, queries, checked));
    if (!orders([...secrets, NO_KEY]).some(order => shown(meant(checked, data, kept, order)) === found))
      findings.push(`an engine found what the plan does not mean: ${found}`);
  }
  return findings;
}

const NO_KEY = '00'.repeat(32);

/** The first of the other secrets go to the draws without a commitment, the last one is the question's own. */
function meant(checked: CheckedPlan, data: RawData, kept: readonly (string | undefined)[], order: readonly string[]) {
  const rest = [...order];
  const drawKeys = kept.map(key => key ?? rest.shift() ?? NO_KEY);
  return expected(meaning(checked, data, rest.shift() ?? NO_KEY, drawKeys));
}

const shown = (results: ReadonlyMap<string, string>): string => JSON.stringify([...results].sort());

function orders(list: readonly string[]): string[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first, i) => orders(list.filter((_, j) => j !== i)).map(rest => [first, ...rest]));
}
