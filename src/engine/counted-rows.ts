/** Rows of a count that costs nobody anything: numbers first, then cells as text. For the custodian's own work. */
import type { SqlQuery } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import type { Engine, EngineLimits } from './engine.ts';

/** Text that stands for a value wherever it is counted; null is one too. */
export type CountedCell = string | null;

export interface CountedRow {
  readonly numbers: readonly number[];
  readonly cells: readonly CountedCell[];
}

/** Nothing is charged for counting, so a failure must not say that something was. */
export async function* countedRows(engine: Engine, query: SqlQuery, limits: EngineLimits): AsyncGenerator<CountedRow> {
  const whole = query.columns.filter(type => type === 'whole').length;
  try {
    for await (const { cells } of engine.run([query], limits))
      yield {
        numbers: cells.slice(0, whole).map(Number),
        cells: cells.slice(whole).map(cell => (cell === null ? null : String(cell))),
      };
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'engine_failed')
      refuse(
        'source_unreadable',
        'The combinations could not be counted. The data may be damaged or need more memory.',
      );
    throw thrown;
  }
}
