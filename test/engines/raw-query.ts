/** Statements that no plan lowers to: what an engine makes of them if one ever came through. */
import type { Engine, EngineLimits } from '../../src/engine/index.ts';
import type { SqlQuery } from '../../src/sql/index.ts';

export const rawQuery = (text: string, dialect: SqlQuery['dialect'] = 'duckdb'): SqlQuery => ({
  dialect,
  text,
  parameters: [],
  columns: ['text'],
  kind: 'totals',
  statistics: [0],
  keys: 0,
});

export async function cellsOf(engine: Engine, text: string, limits: EngineLimits = {}): Promise<unknown[]> {
  const cells: unknown[] = [];
  for await (const row of engine.run([rawQuery(text, engine.dialect)], limits)) cells.push(row.cells[0]);
  return cells;
}
