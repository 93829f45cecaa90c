/** The rows of a state as a table of a real server: the same table, changed in place, as whoever updates a live database does. */
import type { TableInput } from '../../../src/source/policy-input.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import type { Row } from '../generate/case.ts';

export interface LiveTable {
  readonly table: string;
  /** Columns that say whose a row is. */
  readonly named: readonly string[];
  readonly columns: TableInput['columns'];
  readonly rows: readonly Row[];
}

const TYPES: Readonly<Record<string, string>> = { integer: 'BIGINT', boolean: 'BOOLEAN' };

/** Before a walk: another case's tables may have other columns. */
export const dropTables = ({ run }: PostgresServer, tables: readonly string[]): Promise<void> =>
  run(`DROP TABLE IF EXISTS ${tables.map(table => `"${table}"`).join(', ')}`);

export async function fillTable({ run }: PostgresServer, { table, named, columns, rows }: LiveTable): Promise<void> {
  const kinds = [
    ...named.map(name => ({ name, kind: 'TEXT' })),
    ...Object.entries(columns).map(([name, { type }]) => ({ name, kind: TYPES[type] ?? 'TEXT' })),
  ];
  const wanted = kinds.map(({ name, kind }) => `"${name}" ${kind}`).join(', ');
  await run(`CREATE TABLE IF NOT EXISTS "${table}" (${wanted})`);
  await run(`DELETE FROM "${table}"`);
  for (const row of rows) {
    const places = kinds.map((_, i) => `$${i + 1}`).join(', ');
    await run(
      `INSERT INTO "${table}" VALUES (${places})`,
      kinds.map(({ name }) => row[name] ?? null),
    );
  }
}
