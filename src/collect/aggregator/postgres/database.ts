/**
 * The PostgreSQL database of one aggregator, for all of its processes: what is committed is on disk, and what excludes each
 * other is kept apart by locks of the server.
 */
import type { Pool, PoolClient } from 'pg';
import { refuse } from '../../../vocabulary/index.ts';

export interface Database {
  /** All of the work or none, durable when it returns. Work of a campaign is done beside other such work, or alone. */
  transaction<Result>(campaign: number, how: 'beside' | 'alone', work: Work<Result>): Promise<Result>;
  /** One statement that only reads. */
  read<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
  end(): Promise<void>;
}

type Work<Result> = (client: PoolClient) => Promise<Result>;

/** No campaign has this number: who takes up campaigns locks it. */
export const ALL_CAMPAIGNS = 0;

const CONNECTIONS_MAX = 8;
/** A server that says nothing for so long is not there. */
const ANSWER_WITHIN_MILLISECONDS = 10_000;
/** "SorC": our locks among those of others in the same database. */
const LOCKS = 0x536f7243;

/** An acknowledged report outlives a crash whatever the server's settings say, and its share is in no log of errors. */
const begin = (campaign: number, how: 'beside' | 'alone'): string => `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL synchronous_commit = on;
  SET LOCAL search_path = pg_catalog;
  SET LOCAL log_parameter_max_length_on_error = 0;
  SELECT pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(${LOCKS}, ${campaign})`;

export async function openDatabase(url: string): Promise<Database> {
  const pool = await poolOf(url);
  const connected = (): Promise<PoolClient> =>
    pool
      .connect()
      .catch(() =>
        refuse(
          'store_unusable',
          'The database cannot be reached or refuses the connection. Check the URL and the permissions.',
        ),
      );
  return {
    async transaction(campaign, how, work) {
      const client = await connected();
      try {
        await client.query(begin(campaign, how));
        const result = await work(client);
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (caught) {
        // a connection that cannot even do this is thrown away, and the server rolls back by itself
        await client.query('ROLLBACK').then(
          () => client.release(),
          () => client.release(true),
        );
        throw caught;
      }
    },
    read: async (text, values) => (await pool.query(text, [...values])).rows,
    end: () => pool.end(),
  };
}

async function poolOf(connectionString: string): Promise<Pool> {
  const driver = await import('pg').catch(() =>
    refuse('driver_missing', 'PostgreSQL needs one more package: npm install pg'),
  );
  const pool = new driver.default.Pool({
    connectionString,
    application_name: 'sortition collect',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS,
    keepAlive: true,
  });
  // a lost connection fails the statement that is running; there is nobody else to tell
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  return pool;
}
