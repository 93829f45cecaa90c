/** The policy's tables as Trino has them: their types from the catalogue, and of which snapshots they are. */
import type { TrinoSource } from '../../source/engines/index.ts';
import type { DeclaredTable, Policy } from '../../source/index.ts';
import { type Catalogue, type CatalogueTable, quotePath, quoteText, type TypeFamily } from '../../sql/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { neededColumns } from '../needed-columns.ts';
import { lookedUp, type TrinoAddress } from './client.ts';
import { familyOfTrino } from './values.ts';

type Place = Pick<TrinoSource, 'catalog' | 'schema'>;

/** In one statement: each takes a server some tenths of a second. */
export async function readCatalogue(
  address: TrinoAddress,
  { catalog, schema }: Place,
  tables: Policy['tables'],
): Promise<Catalogue> {
  const columns = quotePath([catalog, 'information_schema', 'columns']);
  // names that differ by capitals alone are one name there
  const names = Object.keys(tables).map(name => quoteText(name.toLowerCase()));
  const rows = await lookedUp(
    address,
    `SELECT table_name, column_name, data_type FROM ${columns} WHERE table_schema = ${quoteText(schema.toLowerCase())} AND table_name IN (${names.join(', ')})`,
  );
  return new Map(
    Object.entries(tables).map(([name, table]): [string, CatalogueTable] => {
      const own = rows.filter(([of]) => of === name.toLowerCase());
      if (own.length === 0)
        refuse('source_mismatch', `Schema ${schema} of catalog ${catalog} has no table ${name}. Correct the policy.`);
      const families = new Map(own.map(([, column, type]) => [String(column), familyOfTrino(String(type))]));
      return [name, { path: [catalog, schema, name], columns: neededFamilies(name, table, families) }];
    }),
  );
}

const neededFamilies = (
  name: string,
  table: DeclaredTable,
  families: ReadonlyMap<string, TypeFamily>,
): CatalogueTable['columns'] =>
  new Map(
    neededColumns(table).map(column => [
      column,
      families.get(column.toLowerCase()) ??
        refuse('source_mismatch', `Table ${name} has no column ${column} in Trino. Correct the policy.`),
    ]),
  );

/** Which connector a catalog is of: only some can be asked for a snapshot by its number. */
export async function hasSnapshots(address: TrinoAddress, catalog: string): Promise<boolean> {
  const rows = await lookedUp(
    address,
    `SELECT connector_name FROM system.metadata.catalogs WHERE catalog_name = ${quoteText(catalog.toLowerCase())}`,
  );
  return rows[0]?.[0] === 'iceberg';
}

/** The snapshot that each table has now, by its path as statements write it. */
export async function snapshotsNow(address: TrinoAddress, catalogue: Catalogue): Promise<ReadonlyMap<string, string>> {
  const pinned = new Map<string, string>();
  for (const [name, { path }] of catalogue) {
    const references = quotePath([...path.slice(0, -1), `${path.at(-1)}$refs`]);
    const rows = await lookedUp(address, `SELECT snapshot_id FROM ${references} WHERE name = 'main'`);
    const snapshot = rows[0]?.[0];
    if (typeof snapshot !== 'string' || !/^\d+$/.test(snapshot))
      refuse('source_unreadable', `Table ${name} has no snapshot yet. Write to it once, and ask again.`);
    pinned.set(quotePath(path), snapshot);
  }
  return pinned;
}

/** Whether somebody sees what somebody else asked: what is asked for here has just been asked. */
export async function seesStatements(observer: TrinoAddress, observed: TrinoAddress): Promise<boolean> {
  await lookedUp(observed, 'SELECT 1');
  const user = quoteText(observed.headers['x-trino-user']);
  const rows = await lookedUp(observer, `SELECT count(*) FROM system.runtime.queries WHERE "user" = ${user}`);
  return rows[0]?.[0] !== '0';
}
