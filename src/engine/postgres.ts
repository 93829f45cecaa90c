/**
 * PostgreSQL, where the data lives elsewhere. Every question has its own connection, read-only transaction and snapshot;
 * results come through a cursor, some thousands of rows at a time.
 */
import { createHash } from 'node:crypto';
import { type Policy, type PostgresSource, readUrl } from '../source/index.ts';
import type { Catalogue, Query } from '../sql/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { deadline } from './deadline.ts';
import { type Engine, type Limits, NO_COPIES, type Row } from './engine.ts';
import { opaqueFailure, type Report } from './failure.ts';
import { checkScratch, copyTable, dropCopies } from './postgres-copies.ts';
import { type Driver, loadDriver } from './postgres-driver.ts';
import { beginSnapshot, connect, type Session } from './postgres-session.ts';
import { checkUnchanged, readCatalogue } from './postgres-tables.ts';
import { boundForPostgres, cellOfPostgres } from './postgres-values.ts';

export interface PostgresOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly report?: Report;
}

const SCHEMA = 'public';
const ROWS_AT_ONCE = 5000;
/** Older servers compute times in doubles. */
const VERSION_LEAST = 140_000;

export async function openPostgres(
  { url: reference, schema = SCHEMA, scratch, version }: PostgresSource,
  tables: Policy['tables'],
  { environment = process.env, report = () => {} }: PostgresOptions = {},
): Promise<Engine> {
  const driver = await loadDriver();
  const url = await readUrl(reference, environment);
  const look = (): Promise<Catalogue> =>
    briefly(driver, url, async session => {
      await checkVersion(session);
      if (scratch !== undefined) await checkScratch(session.client, scratch);
      return readCatalogue(session.client, schema, tables);
    });
  const engineOn = (catalogue: Catalogue, { copy, forget }: Pick<Engine, 'copy' | 'forget'>): Engine => ({
    dialect: 'postgres',
    catalogue,
    reach: async () => checkUnchanged(opened, await look()),
    run: (queries, limits = {}) => rowsOf(() => connect(driver, url), driver, queries, limits, report),
    fingerprint: () => briefly(driver, url, session => fingerprint(session, schema, [...catalogue.keys()])),
    copy,
    forget,
    close: async () => {},
  });
  const opened = await look();
  if (scratch === undefined) return engineOn(opened, NO_COPIES);
  return engineOn(opened, {
    async copy(wanted) {
      const offered = new Map([...opened].filter(([name]) => name === wanted.table || tables[name].public));
      const session = await connect(driver, url).catch(thrown => {
        throw opaqueFailure(thrown, report);
      });
      try {
        const found = await fingerprint(session, schema, [...offered.keys()]);
        const state = { version, fingerprint: found, table: tables[wanted.table] };
        const path = await copyTable(session, wanted, state, { schema: scratch, catalogue: opened });
        const { columns } = opened.get(wanted.table)!;
        return engineOn(new Map([...offered, [wanted.table, { path, columns }]]), NO_COPIES);
      } catch (thrown) {
        throw opaqueFailure(thrown, report);
      } finally {
        await session.end();
      }
    },
    forget: name => briefly(driver, url, session => dropCopies(session, name, scratch)),
  });
}

/** A connection for the schema alone. No row is read, so it may be said that there is no way in. */
async function briefly<Result>(
  driver: Driver,
  url: string,
  look: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await connect(driver, url).catch(() =>
    refuse('source_unreadable', 'The database cannot be reached, or does not let us in. Check its URL and its rights.'),
  );
  try {
    return await look(session);
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    return refuse('source_unreadable', 'The database was reached, but does not show its schema. Check its rights.');
  } finally {
    await session.end();
  }
}

async function checkVersion({ client }: Session): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
  if (!(Number(rows[0].version) >= VERSION_LEAST))
    refuse('source_unreadable', 'The database is older than PostgreSQL 14; upgrade it.');
}

/** Which tables these are and where they are stored: a table that was replaced or rewritten is another one. */
async function fingerprint({ client }: Session, schema: string, names: readonly string[]): Promise<string> {
  const { rows } = await client.query(
    `SELECT c.relname, c.oid, c.relfilenode FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = ANY($2) ORDER BY c.relname`,
    [schema, names],
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

async function* rowsOf(
  open: () => Promise<Session>,
  { Cursor }: Driver,
  queries: readonly Query[],
  limits: Limits,
  report: Report,
): AsyncGenerator<Row> {
  let session: Session | undefined;
  const work = deadline(limits, () => session?.cancel());
  try {
    work.check();
    session = await open();
    await beginSnapshot(session, limits.timeoutMilliseconds);
    for (const [place, query] of queries.entries()) {
      work.check();
      const values = boundForPostgres(query);
      const cursor = session.client.query(new Cursor<unknown[]>(query.text, values, { rowMode: 'array' }));
      for (let rows = await cursor.read(ROWS_AT_ONCE); rows.length > 0; rows = await cursor.read(ROWS_AT_ONCE)) {
        work.check();
        for (const row of rows)
          yield { query: place, cells: row.map((value, column) => cellOfPostgres(value, query.columns[column])) };
      }
      await cursor.close();
    }
  } catch (thrown) {
    throw work.refusalFor(thrown, report);
  } finally {
    work.end();
    await session?.end();
  }
}
