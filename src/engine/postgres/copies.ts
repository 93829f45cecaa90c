/**
 * Samples that are kept in PostgreSQL: tables of the schema that the policy names for them, readable by their owner alone.
 * Table and rows appear in one transaction, so there is never half a copy.
 */
import type { Client } from 'pg';
import type { DeclaredTable } from '../../source/index.ts';
import { type Catalogue, copying, quoteName, quotePath } from '../../sql/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { copyName, copyStem } from '../copy-name.ts';
import type { Copy } from '../engine.ts';
import { unitColumn } from '../needed-columns.ts';
import { begin, type Session } from './session.ts';
import { boundForPostgres } from './values.ts';

export interface Scratch {
  /** The schema for copies. */
  readonly schema: string;
  readonly catalogue: Catalogue;
}

const PREFIX = 'sortition_';

/** Before anything is charged: samples could not be kept later on. */
export async function checkScratch(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ usable: boolean }>(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE') AS usable FROM pg_catalog.pg_namespace n WHERE n.nspname = $1`,
    [schema],
  );
  if (rows[0]?.usable !== true)
    refuse(
      'source_unreadable',
      `Samples cannot be stored in schema ${schema}: the role may not create tables there. GRANT CREATE on it.`,
    );
}

/** The table of a copy, as PostgreSQL calls it; made unless it is there. */
export async function copyTable(
  session: Session,
  copy: Copy,
  table: DeclaredTable,
  scratch: Scratch,
): Promise<readonly string[]> {
  const { client } = session;
  const path = [scratch.schema, `${PREFIX}${copyName(copy.name, copy.state)}`];
  // held until the session ends: who comes second finds the table
  await client.query('SELECT pg_catalog.pg_advisory_lock(pg_catalog.hashtextextended($1, 0))', [path.join('.')]);
  const made = await tablesNamed(client, scratch.schema, copy.name);
  if (made.includes(path[1])) return path;
  await begin(session, 'READ WRITE');
  for (const stale of made) await client.query(`DROP TABLE ${quotePath([scratch.schema, stale])}`);
  await makeTable(client, path, copy, { catalogue: scratch.catalogue, unit: unitColumn(table) });
  await client.query('COMMIT');
  return path;
}

/** Erases all copies of a name. */
export async function dropCopies(session: Session, name: string, schema: string): Promise<void> {
  for (const table of await tablesNamed(session.client, schema, name))
    await session.client.query(`DROP TABLE IF EXISTS ${quotePath([schema, table])}`);
}

async function makeTable(
  client: Client,
  into: readonly string[],
  { table, units }: Copy,
  { catalogue, unit }: { readonly catalogue: Catalogue; readonly unit: string },
): Promise<void> {
  const { path, columns } = catalogue.get(table)!;
  const list = [...columns.keys()].map(quoteName).join(', ');
  await client.query(`CREATE TABLE ${quotePath(into)} AS SELECT ${list} FROM ${quotePath(path)} WITH NO DATA`);
  await client.query(`REVOKE ALL ON ${quotePath(into)} FROM PUBLIC`);
  for (const other of await othersWithRights(client, into))
    await client.query(`REVOKE ALL ON ${quotePath(into)} FROM ${quoteName(other)}`);
  const statement = copying(units, { catalogue, table, unit, into });
  await client.query(statement.text, boundForPostgres(statement));
  await client.query(`ANALYZE ${quotePath(into)}`);
}

/** A schema may be set to give rights on every new table. */
async function othersWithRights(client: Client, path: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT r.rolname AS name FROM pg_catalog.pg_class c
     CROSS JOIN pg_catalog.aclexplode(c.relacl) a JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
     WHERE c.oid = pg_catalog.to_regclass($1) AND a.grantee <> c.relowner`,
    [quotePath(path)],
  );
  return rows.map(({ name }) => name);
}

async function tablesNamed(client: Client, schema: string, name: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND pg_catalog.starts_with(c.relname, $2) AND c.relkind = 'r'`,
    [schema, `${PREFIX}${copyStem(name)}`],
  );
  return rows.map(({ name: found }) => found);
}
