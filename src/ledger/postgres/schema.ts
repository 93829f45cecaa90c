/** The tables of a ledger in a database. Entries are never rewritten: not by us, and not by a slip of somebody's hand. */
import { refuse } from '../../vocabulary/index.ts';
import { noHead } from '../entry.ts';
import type { ChainQuery } from './chain.ts';

/** Brings a ledger from one version to the next. Never touches an entry. */
type PostgresMigration = (query: ChainQuery) => Promise<void>;

/** The first one brings version 1 to 2, and so on. */
const migrations: readonly PostgresMigration[] = [];

const TABLES = ['entries', 'answers'] as const;

/**
 * The head is the row that writers lock, and the only source of numbers: sequences leave gaps. No two entries follow the same one, so
 * that the chain cannot fork even if somebody writes without the lock. `key_file` recognises the file that wraps the keys of samples.
 */
const DEFINITION = `
  CREATE SCHEMA sortition_ledger;
  CREATE TABLE sortition_ledger.head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL,
    place text NOT NULL,
    entries bigint NOT NULL,
    hash text NOT NULL,
    key_file text,
    moved_to text
  );
  CREATE TABLE sortition_ledger.entries (
    sequence bigint PRIMARY KEY CHECK (sequence > 0),
    previous text NOT NULL UNIQUE,
    kind text NOT NULL,
    body text NOT NULL,
    hash text NOT NULL
  );
  CREATE TABLE sortition_ledger.answers (
    entry bigint PRIMARY KEY REFERENCES sortition_ledger.entries (sequence),
    answer text NOT NULL
  );
  CREATE TABLE sortition_ledger.sample_keys (
    commitment text PRIMARY KEY,
    wrapped text NOT NULL
  );
  CREATE FUNCTION sortition_ledger.only_grows() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''a ledger only grows''; END';
  ${TABLES.map(
    table => `CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sortition_ledger.${table}
      FOR EACH STATEMENT EXECUTE FUNCTION sortition_ledger.only_grows();`,
  ).join('\n')}
  INSERT INTO sortition_ledger.head (version, place, entries, hash)
    VALUES (${migrations.length + 1}, gen_random_uuid(), 0, '${noHead}')`;

/** "SorL": who makes or migrates a ledger does it alone. */
const LOCK = 0x536f724c;

/** Makes the tables of a new ledger, brings an older one up to date, refuses a newer one; inside a transaction. */
export async function prepare(query: ChainQuery, steps = migrations): Promise<void> {
  await query(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await checkServer(query);
  if (!(await isPrepared(query))) await query(DEFINITION);
  const version = await checkPostgresVersion(query, steps.length + 1);
  for (const step of steps.slice(version - 1)) await step(query);
  if (version <= steps.length) await query('UPDATE sortition_ledger.head SET version = $1', [steps.length + 1]);
}

/** Whoever may write charges and no answers, or lose keys, is refused before anything is charged. */
export async function mayWrite(query: ChainQuery): Promise<boolean> {
  const rows = await query<{ may: boolean }>(
    `SELECT has_schema_privilege('sortition_ledger', 'USAGE') AND bool_and(has_table_privilege('sortition_ledger.' || name, right_to)) AS may
     FROM (VALUES ('head', 'SELECT'), ('head', 'UPDATE'), ('entries', 'SELECT'), ('entries', 'INSERT'), ('answers', 'SELECT'),
       ('answers', 'INSERT'), ('sample_keys', 'SELECT'), ('sample_keys', 'INSERT'), ('sample_keys', 'UPDATE'),
       ('sample_keys', 'DELETE')) AS needed (name, right_to)`,
  );
  return rows[0].may;
}

/** Asked of the catalogue's tables: names that a session looked up before stay unknown to it while it waits for a lock. */
export async function isPrepared(query: ChainQuery): Promise<boolean> {
  const rows = await query<{
    there: boolean;
  }>(`SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'sortition_ledger' AND c.relname = 'head') AS there`);
  return rows[0].there;
}

/** Refuses what is no ledger, and one of a version to come. */
export async function checkPostgresVersion(query: ChainQuery, newest = migrations.length + 1): Promise<number> {
  const rows = await query<{ version: number }>('SELECT version FROM sortition_ledger.head');
  const version = rows[0]?.version ?? 0;
  if (version >= 1 && version <= newest) return version;
  return refuse(
    'ledger_newer',
    `The ledger has schema version ${version}; this program supports up to ${newest}. Use a newer version of Sortition.`,
  );
}

/** Other encodings lack characters, so an answer or a name could fail to be recorded after its charge. */
async function checkServer(query: ChainQuery): Promise<void> {
  const rows = await query<{ encoding: string; version: string; fsync: string }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num') AS version,
      current_setting('fsync') AS fsync`,
  );
  const [{ encoding, version, fsync }] = rows;
  if (encoding !== 'UTF8')
    refuse('ledger_unsupported', `The database of the ledger stores text in ${encoding}. Use a UTF8 database.`);
  if (!(Number(version) >= 140_000))
    refuse('ledger_unsupported', 'The server of the ledger is older than PostgreSQL 14. Upgrade it.');
  if (fsync !== 'on')
    refuse(
      'ledger_unsupported',
      'The server of the ledger runs with fsync = off, so a charge could be lost after its answer was given. Set fsync = on.',
    );
}
