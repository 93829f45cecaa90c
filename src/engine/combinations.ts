/**
 * How many combinations of some columns occur how often, counted by the engine in one pass over the rows; only the counts
 * of counts and the rarest combinations come back. For the custodian: nothing here is private.
 */
import { Refusal, refuse } from '../vocabulary/index.ts';
import { type CombinationRequest, combinationQuery } from './combination-query.ts';
import { decodedRows } from './encoded-row.ts';
import type { Engine, Limits } from './engine.ts';

export interface CombinationCount {
  readonly count: number;
  /** How many combinations occur so often. */
  readonly values: number;
}

/** The cells of a row by place; one row, or all rows of a unit. */
export interface RareCombination {
  readonly rows: readonly (readonly (string | null)[])[];
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
  limits: Limits = {},
): Promise<Combinations> {
  const counted: CombinationCount[][] = [[], ...request.alternatives.map(() => [])];
  const rarest: RareCombination[] = [];
  for await (const { branch, count, values, cells } of rowsOf(engine, request, limits))
    if (branch < 0) rarest.push({ count, rows: request.unit === undefined ? [cells] : decodedRows(cells[0]) });
    else counted[branch].push({ count, values });
  const [counts, ...alternatives] = counted;
  return { counts, alternatives, rarest };
}

interface CountedRow {
  /** 0 for the columns, then the alternatives; negative for one of the rarest. */
  readonly branch: number;
  readonly count: number;
  readonly values: number;
  readonly cells: readonly (string | null)[];
}

/** Nothing is charged for counting, so a failure must not say that something was. */
async function* rowsOf(engine: Engine, request: CombinationRequest, limits: Limits): AsyncGenerator<CountedRow> {
  try {
    for await (const { cells } of engine.run([combinationQuery(engine, request)], limits)) {
      const [branch, count, values, ...rest] = cells;
      yield {
        branch: Number(branch),
        count: Number(count),
        values: Number(values),
        cells: rest.map(cell => (cell === null ? null : String(cell))),
      };
    }
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'engine_failed')
      refuse('source_unreadable', 'The combinations could not be counted: the data is broken or needs more memory.');
    throw thrown;
  }
}
