/**
 * The PostgreSQL database of one aggregator, for all of its processes: what is committed is on disk, and what excludes each
 * other is kept apart by locks of the server.
 */
import type { PoolClient } from 'pg';
import { beginDurably, loadPg, poolTo } from '../../../postgres/index.ts';
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
/** "SorC": our locks among those of others in the same database. */
const LOCKS = 0x536f7243;

/** An acknowledged report outlives a crash, and its share is in no log of errors. */
const begin = (campaign: number, how: 'beside' | 'alone'): string =>
  `${beginDurably}; SELECT pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(${LOCKS}, ${campaign})`;

export async function openDatabase(url: string): Promise<Database> {
  const pool = poolTo(await loadPg(), url, CONNECTIONS_MAX, { name: 'sortition collect' });
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
