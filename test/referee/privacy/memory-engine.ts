/** An engine without data, for walks of the road on which nobody reads: it knows schemas, sizes, and how to fail. */
import type { Moment } from '../../../src/answer/opened-data.ts';
import { type Engine, type EngineRow, NO_COPIES, type Snapshot } from '../../../src/engine/engine.ts';
import type { Policy } from '../../../src/source/index.ts';
import type { Catalogue, SqlQuery } from '../../../src/sql/index.ts';
import type { Rows } from '../generate/case.ts';
import { PERSON } from '../generate/policies.ts';

/** What the walk knows at the moment when somebody reads. */
export interface Reading {
  readonly policy: Policy;
  readonly rows: () => Rows;
  /** Whether the charge is made already. */
  readonly isCharged: () => boolean;
}

export function memoryEngine(reading: Reading): Engine {
  const snapshot: Snapshot = { run: queries => rowsFor(queries, reading), end: async () => {} };
  return {
    dialect: 'duckdb',
    catalogue: catalogueOf(reading.policy),
    reach: async () => {},
    snapshot: async () => snapshot,
    run: snapshot.run,
    ...NO_COPIES,
    close: async () => {},
  };
}

/** Before the charge public tables and public sizes are read; after it, nothing that the walk needs. */
async function* rowsFor(queries: readonly SqlQuery[], reading: Reading): AsyncIterable<EngineRow> {
  if (reading.isCharged()) return;
  const [{ text }] = queries;
  const table = Object.keys(reading.policy.tables).find(name => text.includes(`"${name}"`))!;
  const rows = reading.rows()[table] ?? [];
  if (!text.startsWith('SELECT 1 FROM')) yield { query: 0, cells: [BigInt(numberOfUnits(rows))] };
  else if (new Set(rows.map(({ ward }) => ward)).size < rows.length) yield { query: 0, cells: [1n] };
}

const numberOfUnits = (rows: Rows[string]): number =>
  PERSON in (rows[0] ?? {})
    ? new Set(rows.flatMap(row => (row[PERSON] === null ? [] : [row[PERSON]]))).size
    : rows.length;

function catalogueOf({ tables }: Policy): Catalogue {
  return new Map(
    Object.entries(tables).map(([name, table]) => [
      name,
      {
        path: [name],
        columns: new Map([
          [PERSON, 'textual'] as const,
          ...Object.entries(table.columns).map(([column, { type }]) => [column, FAMILIES[type]] as const),
        ]),
      },
    ]),
  );
}

const FAMILIES = {
  integer: 'whole',
  number: 'floating',
  category: 'textual',
  text: 'textual',
  boolean: 'logical',
  date: 'day',
  timestamp: 'moment',
} as const;

/** A moment of that engine, for a question that came so far. */
export const momentOf = async (present: Moment['present'], engine: Engine): Promise<Moment> => ({
  present,
  engine,
  snapshot: await engine.snapshot(),
  also: other => other.snapshot(),
  holds: () => true,
  end: async () => {},
});
