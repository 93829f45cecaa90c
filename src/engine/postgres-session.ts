/** One connection to PostgreSQL for one question: a read-only snapshot, words that mean what we mean, a way to stop it. */
import type { Client } from 'pg';
import type { Driver } from './postgres-driver.ts';

/** Names are found in the catalogue only: nobody can put another function under a name that we use. */
const SETTINGS = [
  'SET LOCAL search_path = pg_catalog',
  `SET LOCAL TimeZone = 'UTC'`,
  'SET LOCAL standard_conforming_strings = on',
];

export interface Session {
  readonly client: Client;
  /** Stops what is running there; the connection is of no use afterwards. */
  readonly cancel: () => void;
  readonly end: () => Promise<void>;
}

export async function connect({ Client: Connection }: Driver, connectionString: string): Promise<Session> {
  const client = new Connection({ connectionString, application_name: 'sortition' });
  // a lost connection fails the query that is running; there is nobody else to tell
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancelBackend = async (): Promise<void> => {
    const other = new Connection({ connectionString, application_name: 'sortition cancel' });
    other.on('error', () => {});
    await other.connect();
    await other.query('SELECT pg_cancel_backend($1)', [rows[0].pid]);
    await other.end();
  };
  return {
    client,
    cancel: () => void cancelBackend().catch(() => {}),
    end: () => client.end().catch(() => {}),
  };
}

export async function beginSnapshot({ client }: Session, timeoutMilliseconds: number | undefined): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  for (const setting of SETTINGS) await client.query(setting);
  // the server stops by itself, should this process be gone
  if (timeoutMilliseconds !== undefined)
    await client.query(`SET LOCAL statement_timeout = ${Math.ceil(timeoutMilliseconds)}`);
}
