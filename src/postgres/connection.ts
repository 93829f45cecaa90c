/**
 * How this program reaches PostgreSQL. The driver is an optional package, loaded when a database is named. A lost connection fails
 * the statement that is running: there is nobody else to tell.
 */
import type { Client, ClientConfig, Pool } from 'pg';
import { refuse } from '../vocabulary/index.ts';

export interface Pg {
  readonly Client: typeof Client;
  readonly Pool: typeof Pool;
}

/** How a program is named in the server's list of sessions, and how long it waits for a word. */
export interface Connecting {
  readonly name: string;
  /** For one statement; for ever unless said. */
  readonly answerWithinMilliseconds?: number;
}

/** A server that says nothing for so long when it is called is not there. */
const ANSWER_WITHIN_MILLISECONDS = 10_000;

export async function loadPg(): Promise<Pg> {
  const driver = await import('pg').catch(() =>
    refuse('driver_missing', 'PostgreSQL needs one more package: npm install pg'),
  );
  return driver.default;
}

const configOf = (connectionString: string, { name, answerWithinMilliseconds }: Connecting): ClientConfig => ({
  connectionString,
  application_name: name,
  connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS,
  keepAlive: true,
  ...(answerWithinMilliseconds !== undefined && { query_timeout: answerWithinMilliseconds }),
});

export async function connectionTo(pg: Pick<Pg, 'Client'>, url: string, connecting: Connecting): Promise<Client> {
  const client = new pg.Client(configOf(url, connecting));
  client.on('error', () => {});
  await client.connect();
  return client;
}

export function poolTo({ Pool: Connections }: Pg, url: string, max: number, connecting: Connecting): Pool {
  const pool = new Connections({ ...configOf(url, connecting), max });
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  return pool;
}

/**
 * Every statement sees what was committed before it, names are found in the catalogue only, no parameter is in a log of errors, and
 * a commit returns when it is on disk, whatever the server's settings say. Where they ask for more, it waits for that too.
 */
export const beginDurably = `
  BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL search_path = pg_catalog;
  SET LOCAL log_parameter_max_length_on_error = 0;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') <> 'remote_apply'`;

/** Of a server's refusal: five characters. Faults of this program have none. */
const sqlState = (caught: unknown): string | undefined =>
  caught instanceof Error && 'code' in caught && typeof caught.code === 'string' && /^[0-9A-Z]{5}$/.test(caught.code)
    ? caught.code
    : undefined;

/** Whether the connection is gone, so that nobody knows what became of the last statement: shut down, cut, or silent. */
export function isLost(caught: unknown): boolean {
  const state = sqlState(caught);
  return state === undefined ? caught instanceof Error && isOfTheConnection(caught) : /^(57P|08|25P0[34])/.test(state);
}

const isOfTheConnection = (caught: Error): boolean =>
  'errno' in caught || /^(Connection terminated|Query read timeout|timeout exp|Client (has|was))/i.test(caught.message);
