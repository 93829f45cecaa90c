/** Statements that no plan lowers to: what an engine makes of them if one ever came through. */
import type { Engine, Limits } from '../../src/engine/index.ts';
import type { Query } from '../../src/sql/index.ts';

export const rawQuery = (text: string, dialect: Query['dialect'] = 'duckdb'): Query => ({
  dialect,
  text,
  parameters: [],
  columns: ['text'],
  kind: 'totals',
  statistics: [0],
  keys: 0,
});

export async function cellsOf(engine: Engine, text: string, limits: Limits = {}): Promise<unknown[]> {
  const cells: unknown[] = [];
  for await (const row of engine.run([rawQuery(text, engine.dialect)], limits)) cells.push(row.cells[0]);
  return cells;
}
