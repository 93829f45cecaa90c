/** One connection to PostgreSQL for one question: a read-only snapshot, words that mean what we mean, a way to stop it. */
import type { Client } from 'pg';
import { connectionTo } from '../../postgres/index.ts';
import type { Driver } from './driver.ts';

/** Names are found in the catalogue only: nobody can put another function under a name that we use. */
const SETTINGS = [
  'SET LOCAL search_path = pg_catalog',
  `SET LOCAL TimeZone = 'UTC'`,
  // one text for each value, whatever a role or a database has set
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  'SET LOCAL extra_float_digits = 1',
  'SET LOCAL standard_conforming_strings = on',
  // parameters hold the keys of samples
  'SET LOCAL log_parameter_max_length_on_error = 0',
];

export interface Session {
  readonly client: Client;
  /** Ends the session, on the server too, whatever it is doing. */
  readonly cancel: () => void;
  readonly end: () => Promise<void>;
}

export async function connect(driver: Driver, url: string): Promise<Session> {
  const client = await connectionTo(driver, url, { name: 'sortition' });
  const end = (): Promise<void> => client.end().catch(() => {});
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // cancelling the statement alone would miss one that is still on its way
  const terminate = async (): Promise<void> => {
    const other = await connectionTo(driver, url, { name: 'sortition cancel' });
    await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
  };
  return {
    client,
    cancel: () =>
      void terminate()
        .catch(() => {})
        .finally(end),
    end,
  };
}

/** The server stops by itself, should this process be gone. */
export async function limitTime({ client }: Session, timeoutMilliseconds: number | undefined): Promise<void> {
  if (timeoutMilliseconds !== undefined)
    await client.query(`SET LOCAL statement_timeout = ${Math.ceil(timeoutMilliseconds)}`);
}

/** All that the transaction reads is of one moment. */
export async function begin({ client }: Session, access: 'READ ONLY' | 'READ WRITE'): Promise<void> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ ${access}`);
  for (const setting of SETTINGS) await client.query(setting);
  // the moment is that of the first query, not of BEGIN
  await client.query('SELECT 1');
}
