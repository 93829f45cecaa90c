/** What an engine returned, and what a plan means, in one form. */

import type { EngineRow } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/index.ts';
import type { CheckedPlan, GroupResult } from '../../src/plan/index.ts';
import { type LoweringTarget, lower, type SqlQuery } from '../../src/sql/index.ts';

/** By key and statistic: a number, or how many rows have each value. Groups and values without rows are left out. */
export type Results = ReadonlyMap<string, string>;

/** What a question is asked with besides its plan. */
export type Secrets = Pick<LoweringTarget, 'key' | 'drawKeys' | 'held'>;

export async function resultsOf(engine: Engine, checked: CheckedPlan, secrets: Secrets): Promise<Results> {
  const queries = lower(checked, { dialect: engine.dialect, catalogue: engine.catalogue, ...secrets });
  return resultsIn(engine.run(queries), queries, checked);
}

/** From rows that somebody read. */
export async function resultsIn(
  rows: AsyncIterable<EngineRow> | Iterable<EngineRow>,
  queries: readonly SqlQuery[],
  checked: CheckedPlan,
): Promise<Results> {
  const found = new Map<string, string>();
  const groups = new Set<string>();
  for await (const row of rows) {
    const { kind, keys } = queries[row.query];
    const group = textOf(row.cells.slice(0, keys));
    if (kind === 'totals') groups.add(group);
    // as in an answer: values of private groups that no total mentions are nobody's
    if (checked.grouping.kind !== 'private' || groups.has(group)) add(found, queries[row.query], row);
  }
  return found;
}

function add(found: Map<string, string>, { keys, statistics, kind }: SqlQuery, { cells }: EngineRow): void {
  const [key, rest] = [cells.slice(0, keys), cells.slice(keys)];
  if (kind === 'values') found.set(place(key, statistics[0], rest[0]), String(rest[1]));
  else
    for (const [at, statistic] of statistics.entries())
      if (rest[at] !== 0n) found.set(place(key, statistic), String(rest[at]));
}

export function expected(groups: readonly GroupResult[]): Results {
  const found = new Map<string, string>();
  for (const { key, results } of groups)
    for (const [statistic, result] of results.entries())
      if (typeof result !== 'bigint')
        for (const { value, rows } of result) found.set(place(key, statistic, value), String(rows));
      else if (result !== 0n) found.set(place(key, statistic), String(result));
  return found;
}

const place = (key: readonly unknown[], statistic: number, value: unknown = ''): string =>
  `${textOf(key)} ${statistic} ${value}`;

const textOf = (key: readonly unknown[]): string =>
  JSON.stringify(key.map(part => (typeof part === 'bigint' ? `${part}n` : part)));
