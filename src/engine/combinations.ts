/**
 * How many combinations of some columns occur how often, counted by the engine in one pass over the rows; only the counts
 * of counts and the rarest combinations come back. For the custodian: nothing here is private.
 */
import { type CombinationRequest, combinationQuery } from './combination-query.ts';
import { type CountedCell, countedRows } from './counted-rows.ts';
import { decodedRows } from './encoded-row.ts';
import type { Engine, EngineLimits } from './engine.ts';

export interface CombinationCount {
  readonly count: number;
  /** How many combinations occur so often. */
  readonly values: number;
}

/** The cells of a row by place; one row, or all rows of a unit. */
export interface RareCombination {
  readonly rows: readonly (readonly CountedCell[])[];
  readonly count: number;
}

export interface Combinations {
  readonly counts: readonly CombinationCount[];
  readonly alternatives: readonly (readonly CombinationCount[])[];
  readonly rarest: readonly RareCombination[];
}

export async function countCombinations(
  engine: Engine,
  request: CombinationRequest,
  limits: EngineLimits = {},
): Promise<Combinations> {
  const counted: CombinationCount[][] = [[], ...request.alternatives.map(() => [])];
  const rarest: RareCombination[] = [];
  const query = combinationQuery(engine, request);
  for await (const { numbers, cells } of countedRows(engine, query, limits)) {
    const [branch, count, values] = numbers;
    if (branch < 0) rarest.push({ count, rows: request.unit === undefined ? [cells] : decodedRows(cells[0]) });
    else counted[branch].push({ count, values });
  }
  const [counts, ...alternatives] = counted;
  return { counts, alternatives, rarest };
}
