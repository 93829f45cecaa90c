/**
 * PostgreSQL, where the data lives elsewhere. Every question has its own connection, read-only transaction and snapshot;
 * results come through a cursor, some thousands of rows at a time.
 */

import { type PostgresSource, readUrl } from '../../source/engines/index.ts';
import type { Policy } from '../../source/index.ts';
import type { Catalogue, SqlQuery } from '../../sql/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { checkSameSchema } from '../catalogue-check.ts';
import { deadline } from '../deadline.ts';
import { type Engine, type EngineLimits, type EngineRow, NO_COPIES, type Snapshot } from '../engine.ts';
import { opaqueFailure, type Report } from '../failure.ts';
import { checkScratch, copyTable, dropCopies } from './copies.ts';
import { type Driver, loadDriver } from './driver.ts';
import { begin, connect, limitTime, type Session } from './session.ts';
import { readCatalogue } from './tables.ts';
import { boundForPostgres, cellOfPostgres } from './values.ts';

export interface PostgresOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly report?: Report;
}

const SCHEMA = 'public';
const ROWS_AT_ONCE = 5000;
/** Older servers compute times in doubles. */
const VERSION_LEAST = 140_000;

export async function openPostgres(
  { url: reference, schema = SCHEMA, scratch }: PostgresSource,
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
    reach: async () => checkSameSchema(opened, await look()),
    snapshot: () => snapshotOf(driver, url, report),
    run: (queries, limits = {}) => rowsOfOwn(driver, url, queries, limits, report),
    copy,
    forget,
    close: async () => {},
  });
  const opened = await look();
  if (scratch === undefined) return engineOn(opened, NO_COPIES);
  return engineOn(opened, {
    async copy(wanted) {
      const offered = new Map(
        [...opened].filter(([name]) => name === wanted.table || tables[name].public || wanted.beside.includes(name)),
      );
      const session = await connect(driver, url).catch(thrown => {
        throw opaqueFailure(thrown, report);
      });
      try {
        const path = await copyTable(session, wanted, tables[wanted.table], { schema: scratch, catalogue: opened });
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
  const session = await connect(driver, url).catch(noWayIn);
  try {
    return await look(session);
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    return refuse('source_unreadable', 'The schema of the database cannot be read. Check the permissions of the role.');
  } finally {
    await session.end();
  }
}

const noWayIn = (): never =>
  refuse(
    'source_unreadable',
    'The database cannot be reached or refuses the connection. Check the URL and the permissions.',
  );

async function checkVersion({ client }: Session): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
  if (!(Number(rows[0].version) >= VERSION_LEAST))
    refuse('source_unreadable', 'The database is older than PostgreSQL 14. Upgrade it.');
}

/** Held open until it ends: whatever is read in it is of one moment. */
async function snapshotOf(driver: Driver, url: string, report: Report): Promise<Snapshot> {
  const session = await connect(driver, url).catch(noWayIn);
  try {
    await begin(session, 'READ ONLY');
  } catch {
    await session.end();
    return noWayIn();
  }
  return { run: (queries, limits = {}) => rowsOf(session, driver, queries, limits, report), end: session.end };
}

async function* rowsOfOwn(
  driver: Driver,
  url: string,
  queries: readonly SqlQuery[],
  limits: EngineLimits,
  report: Report,
): AsyncGenerator<EngineRow> {
  limits.signal?.throwIfAborted();
  const session = await connect(driver, url).catch(thrown => {
    throw opaqueFailure(thrown, report);
  });
  try {
    await begin(session, 'READ ONLY').catch(thrown => {
      throw opaqueFailure(thrown, report);
    });
    yield* rowsOf(session, driver, queries, limits, report);
  } finally {
    await session.end();
  }
}

async function* rowsOf(
  session: Session,
  { Cursor }: Driver,
  queries: readonly SqlQuery[],
  limits: EngineLimits,
  report: Report,
): AsyncGenerator<EngineRow> {
  const work = deadline(limits, session.cancel);
  try {
    work.check();
    await limitTime(session, limits.timeoutMilliseconds);
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
  }
}
