/** The database of a ledger, reached when it is needed: who reads has a few connections, who writes one of its own. */
import type { Pool } from 'pg';
import { beginDurably, loadPg, poolTo } from '../../postgres/index.ts';
import { readUrl } from '../../source/engines/index.ts';
import type { LedgerPlace } from '../../source/places/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { ChainQuery } from './chain.ts';
import { refusalOf } from './failure.ts';
import { prepare } from './schema.ts';
import { checkSessions, type SessionPlace } from './session.ts';

export interface LedgerDatabase {
  readonly query: ChainQuery;
  /** All of the work or none, durable when it returns. */
  transaction<T>(work: (query: ChainQuery) => Promise<T>): Promise<T>;
  place(): Promise<Pick<SessionPlace, 'pg' | 'url'>>;
  /** Makes the tables of a new ledger; harmless where they are there. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

const READERS_MAX = 3;
const ANSWER_WITHIN_MILLISECONDS = 60_000;

export type PostgresPlace = Extract<LedgerPlace, { kind: 'postgres' }>;

export function ledgerDatabase({ url }: PostgresPlace, environment: NodeJS.ProcessEnv = process.env): LedgerDatabase {
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= openDatabase(url, environment).catch(caught => {
      opened = undefined;
      throw caught;
    });
    return opened;
  };
  const transaction: LedgerDatabase['transaction'] = async work => {
    const client = await open().then(({ pool }) => pool.connect().catch(refusalOf));
    try {
      await client.query(beginDurably);
      const result = await work(async (text, values) => (await client.query(text, values)).rows as never);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (caught) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      return refusalOf(caught);
    }
  };
  let prepared: Promise<void> | undefined;
  const preparing = async (): Promise<void> => {
    const { pg, url: address } = await open();
    await checkSessions(pg, address).catch(refusalOf);
    await transaction(query => prepare(query));
  };
  return {
    query: async (text, values) => (await (await open()).pool.query(text, values)).rows as never,
    transaction,
    place: open,
    prepare() {
      prepared ??= preparing().catch(caught => {
        prepared = undefined; // what failed once may be tried again
        throw caught;
      });
      return prepared;
    },
    async close() {
      const last = opened;
      [opened, prepared] = [undefined, undefined];
      await last?.then(
        ({ pool }) => pool.end(),
        () => {},
      );
    },
  };
}

interface Opened extends Pick<SessionPlace, 'pg' | 'url'> {
  readonly pool: Pool;
}

async function openDatabase(place: PostgresPlace['url'], environment: NodeJS.ProcessEnv): Promise<Opened> {
  const url = typeof place === 'string' ? addressOf(place) : await readUrl(place, environment);
  const pg = await loadPg();
  const connecting = { name: 'sortition ledger reader', answerWithinMilliseconds: ANSWER_WITHIN_MILLISECONDS };
  return { pg, url, pool: poolTo(pg, url, READERS_MAX, connecting) };
}

const addressOf = (url: string): string =>
  /^postgres(ql)?:\/\/./.test(url)
    ? url
    : refuse(
        'ledger_unsupported',
        'Name a ledger in PostgreSQL as postgres:env:NAME, postgres:file:PATH or postgres://HOST/DATABASE without a password.',
      );
