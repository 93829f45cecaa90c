/** The policy's tables as PostgreSQL has them: found in one schema, their types read from the catalogue. */
import type { Client } from 'pg';
import type { DeclaredTable, Policy } from '../../source/index.ts';
import type { Catalogue, CatalogueTable } from '../../sql/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { neededColumns } from '../needed-columns.ts';
import { familyOfPostgres } from './values.ts';

/** A domain counts as the type that it restricts. Everybody may look at the catalogue, also who may not read the table. */
const COLUMNS = `SELECT a.attname AS name,
  has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT') AS readable,
  CASE WHEN t.typtype = 'e' THEN 'enumeration'
    ELSE format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), greatest(a.atttypmod, t.typtypmod)) END AS type
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped`;

export async function readCatalogue(client: Client, schema: string, tables: Policy['tables']): Promise<Catalogue> {
  await checkEncoding(client);
  const found = new Map<string, CatalogueTable>();
  for (const [name, table] of Object.entries(tables)) found.set(name, await readTable(client, [schema, name], table));
  return found;
}

/** Text of other encodings has characters that UTF-8 lacks, or bytes that are none, and throws when it is hashed or sent. */
async function checkEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
  const [{ encoding }] = rows;
  if (encoding !== 'UTF8')
    refuse(
      'source_unreadable',
      `The database stores text in ${encoding}, in which a single row could make every question fail. Move it to a UTF8 database.`,
    );
}

async function readTable(
  client: Client,
  [schema, name]: readonly [string, string],
  table: DeclaredTable,
): Promise<CatalogueTable> {
  const { rows } = await client.query<{ name: string; type: string; readable: boolean }>(COLUMNS, [schema, name]);
  if (rows.length === 0) refuse('source_mismatch', `Schema ${schema} has no table ${name}. Correct the policy.`);
  const families = new Map(rows.map(column => [column.name, familyOfPostgres(column.type)]));
  const needed = neededColumns(table);
  const missing = needed.find(column => !families.has(column));
  if (missing !== undefined)
    refuse('source_mismatch', `Table ${name} has no column ${missing} in the database. Correct the policy.`);
  const hidden = rows.find(column => needed.includes(column.name) && !column.readable);
  if (hidden !== undefined)
    refuse(
      'source_unreadable',
      `The database does not let us read column ${hidden.name} of table ${name}; GRANT SELECT.`,
    );
  return { path: [schema, name], columns: new Map(needed.map(column => [column, families.get(column)!])) };
}
