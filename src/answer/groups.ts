/** From the rows of an engine to the groups of an answer: every public combination, also the empty ones. */
import type { Row } from '../engine/index.ts';
import { type CheckedPlan, combinations, type GroupResult, type Tally, type Value } from '../plan/index.ts';
import type { Query } from '../sql/index.ts';

type Results = (bigint | Tally[])[];

interface Group {
  readonly key: readonly Value[];
  readonly results: Results;
}

/** Gathers what the queries return. Groups that no row mentions count nothing. */
export async function groupsOf(
  checked: CheckedPlan,
  queries: readonly Query[],
  rows: AsyncIterable<Row>,
): Promise<readonly GroupResult[]> {
  const groups = new Map<string, Group>();
  const groupOf = (key: readonly Value[]): Group => {
    const name = nameOf(key);
    const group = groups.get(name) ?? { key, results: emptyResults(checked) };
    groups.set(name, group);
    return group;
  };
  if (checked.grouping.kind !== 'private') for (const key of combinations(checked.grouping.keys)) groupOf(key);
  const keys = checked.grouping.keys.length;
  for await (const { query, cells } of rows) {
    const { results } = groupOf(cells.slice(0, keys));
    const { kind, statistics } = queries[query];
    if (kind === 'values') addTally(results, statistics[0], cells[keys], cells[keys + 1]);
    else for (const [i, place] of statistics.entries()) results[place] = cells[keys + i] as bigint;
  }
  return [...groups.values()];
}

const emptyResults = ({ statistics }: CheckedPlan): Results =>
  statistics.map(({ kind }) => (kind === 'values' ? [] : 0n));

function addTally(results: Results, place: number, value: Value, rows: Value): void {
  (results[place] as Tally[]).push({ value: value as bigint, rows: rows as bigint });
}

/** Tells keys apart whatever their types. */
const nameOf = (key: readonly Value[]): string =>
  JSON.stringify(key.map(value => (typeof value === 'bigint' ? { whole: `${value}` } : value)));
