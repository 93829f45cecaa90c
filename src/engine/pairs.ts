/**
 * How often values occur in a table and in a sample of it, both in one engine: matched there, so that only the counts of
 * pairs of counts come back. For the custodian: nothing here is private.
 */
import type { SqlQuery } from '../sql/index.ts';
import type { CoarsenedColumn } from './coarsening.ts';
import { grouped, places } from './combination-query.ts';
import { countedRows } from './counted-rows.ts';
import { encodedRow } from './encoded-row.ts';
import type { Engine, EngineLimits } from './engine.ts';

export interface PairRequest {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  /** Names a person who may have several rows, in the table and in the sample; then values are people, by all of their rows. */
  readonly unit?: string | undefined;
  /** The table of the sample, whose columns are what the rules made of them. */
  readonly sample: string;
}

/** Values that occur so often in the table, and are shown so often by the sample. */
export interface PairGroup {
  readonly count: number;
  readonly shown: number;
  readonly values: number;
  /** One of them, as `marginRows` reads it. */
  readonly example: string;
}

export async function countPairs(engine: Engine, request: PairRequest, limits: EngineLimits): Promise<PairGroup[]> {
  const groups: PairGroup[] = [];
  for await (const { numbers, cells } of countedRows(engine, pairQuery(engine, request), limits)) {
    const [count, shown, values] = numbers;
    groups.push({ count, shown, values, example: cells[0] ?? '' });
  }
  return groups;
}

function pairQuery(engine: Engine, { table, columns, unit, sample }: PairRequest): SqlQuery {
  const { parameters, placed } = places();
  const plain = columns.map(({ name }) => ({ name, rules: [] }));
  const values = (request: Pick<PairRequest, 'table' | 'columns'>): string => {
    const { base, names } = grouped(engine, { ...request, unit }, placed);
    return `SELECT n, ${unit === undefined ? encodedRow(names) : names[0]} AS v FROM (${base}) combinations`;
  };
  return {
    dialect: engine.dialect,
    text: `SELECT coalesce(t.n, 0) AS count, coalesce(s.n, 0) AS shown, count(*), min(v) FROM (${values({ table, columns })}) t FULL JOIN (${values({ table: sample, columns: plain })}) s USING (v) GROUP BY 1, 2`,
    parameters,
    columns: ['whole', 'whole', 'whole', 'text'],
    kind: 'values',
    statistics: [],
    keys: 0,
  };
}
