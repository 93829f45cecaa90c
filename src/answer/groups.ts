/** From the rows of an engine to the groups of an answer: every public combination, also the empty ones. */
import type { Snapshot } from '../engine/index.ts';
import type { Value, ValueCount } from '../plan/expressions/index.ts';
import type { CheckedPlan, GroupResult } from '../plan/index.ts';
import { combinations } from '../plan/operators/index.ts';
import type { SqlQuery } from '../sql/index.ts';

type Results = (bigint | ValueCount[])[];

interface Group {
  readonly key: readonly Value[];
  readonly results: Results;
}

/**
 * Gathers what the queries return. Public groups that no row mentions count nothing; private ones are kept only where
 * `shows` says so, as they stream by, so that memory grows with what is shown and not with what there is.
 */
export async function groupsOf(
  checked: CheckedPlan,
  queries: readonly SqlQuery[],
  rows: ReturnType<Snapshot['run']>,
  shows: (group: GroupResult) => boolean,
): Promise<readonly GroupResult[]> {
  const groups = new Map<string, Group>();
  const newGroup = (key: readonly Value[]): Group => ({ key, results: emptyResults(checked) });
  const isPrivate = checked.grouping.kind === 'private';
  if (!isPrivate) for (const key of combinations(checked.grouping.keys)) groups.set(nameOf(key), newGroup(key));
  for await (const { query, cells } of rows) {
    const { kind, keys, statistics } = queries[query];
    const key = cells.slice(0, keys);
    const name = nameOf(key);
    if (kind === 'values') {
      const group = groups.get(name);
      if (group !== undefined) addTally(group.results, statistics[0], cells[keys], cells[keys + 1]);
      continue;
    }
    // private groups are those that the totals showed
    if (kind === 'distinct') {
      const group = groups.get(name);
      if (group !== undefined) group.results[statistics[0]] = cells[keys] as bigint;
      continue;
    }
    const group = groups.get(name) ?? newGroup(key);
    for (const [i, place] of statistics.entries()) group.results[place] = cells[keys + i] as bigint;
    if (!isPrivate || shows(group)) groups.set(name, group);
  }
  return [...groups.values()];
}

const emptyResults = ({ statistics }: CheckedPlan): Results =>
  statistics.map(({ kind }) => (kind === 'values' ? [] : 0n));

function addTally(results: Results, place: number, value: Value, rows: Value): void {
  (results[place] as ValueCount[]).push({ value: value as bigint, rows: rows as bigint });
}

/** Tells keys apart whatever their types. */
const nameOf = (key: readonly Value[]): string =>
  JSON.stringify(key.map(value => (typeof value === 'bigint' ? { whole: `${value}` } : value)));
