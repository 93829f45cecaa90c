/** Every store that keeps a ledger, for laws that hold whatever stores it. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { type Ledger, type LedgerOpening, openLedger } from '../../src/ledger/index.ts';
import type { LedgerPolicy } from '../../src/ledger/ledger.ts';
import { homeOf } from '../../src/ledger/places/index.ts';
import { type AnchoredStore, IN_FILE } from './ledger-anchored.ts';
import * as inSqlite from './ledger-case.ts';
import { tamper } from './ledger-tampering.ts';
import { openDatabase } from './postgres.ts';

export interface LedgerStoreCase extends AnchoredStore {
  readonly store: 'sqlite' | 'postgres';
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** How the usual ledger of a folder is opened. */
  openingAt(folder: string, policy?: LedgerPolicy): LedgerOpening;
  openAt(folder: string, policy?: LedgerPolicy, patienceMilliseconds?: number): Promise<Ledger>;
  /** A ledger for the length of one test. */
  withLedger<T>(policy: LedgerPolicy, work: (ledger: Ledger, folder: string) => Promise<T>): Promise<T>;
  /** For processes of their own. */
  readonly database?: string | undefined;
  /** All that was made there. */
  traces(folder: string): Promise<readonly string[]>;
  /** Commitments of the samples whose keys lie there. */
  keysLeft(folder: string): Promise<readonly string[]>;
  /** Cuts off all entries after this one and their answers, and hides that there were more. */
  cutAfter(folder: string, entry: number): Promise<void>;
  /** Somebody who may change what is stored, and first removes what forbids it. */
  tamper(folder: string, statements: string, forbidding?: boolean): Promise<void>;
}

const SQLITE: LedgerStoreCase = {
  store: 'sqlite',
  ...inSqlite,
  ...IN_FILE,
  traces: async folder => readdirSync(folder),
  keysLeft: async folder => readdirSync(join(folder, 'visits.ledger.keys')),
  async cutAfter(folder, entry) {
    tamper(folder, cutting(entry));
    tamper(folder, `UPDATE sqlite_sequence SET seq = ${entry} WHERE name = 'entries'`, true);
  },
  tamper: async (folder, statements, forbidding) => tamper(folder, statements, forbidding),
};

const cutting = (entry: number): string =>
  `DELETE FROM answers WHERE entry > ${entry}; DELETE FROM entries WHERE sequence > ${entry}`;

/** Of the server that all test files of a process share; the ledger of one test at a time lies in it. */
const database = await openDatabase();

/** Empty ones where there are none. */
async function tablesIn(folder: string): Promise<void> {
  const home = homeOf(POSTGRES.openingAt(folder).place, undefined);
  await home.identity().finally(home.close);
}

const ALL = ['head', 'entries', 'answers', 'sample_keys'] as const;

const POSTGRES: LedgerStoreCase = {
  store: 'postgres',
  database: database?.url,
  inFolder: work =>
    inSqlite.inFolder(async folder => {
      await database?.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE');
      writeFileSync(join(folder, inSqlite.KEY_FILE), 'a5'.repeat(32), { mode: 0o600 });
      return work(folder);
    }),
  openingAt: (folder, policy = inSqlite.policyOf()) => ({
    ...inSqlite.openingAt(folder, policy),
    place: { kind: 'postgres', url: database?.url ?? '' },
    keyFile: join(folder, inSqlite.KEY_FILE),
  }),
  openAt: (folder, policy, patienceMilliseconds = 10_000) =>
    openLedger({ ...POSTGRES.openingAt(folder, policy), patienceMilliseconds }),
  withLedger: (policy, work) =>
    POSTGRES.inFolder(async folder => {
      const ledger = await POSTGRES.openAt(folder, policy);
      try {
        return await work(ledger, folder);
      } finally {
        await ledger.close();
      }
    }),
  traces: async () =>
    ((await database?.rows(`SELECT nspname AS name FROM pg_namespace WHERE nspname = 'sortition_ledger'`)) ?? []).map(
      ({ name }) => String(name),
    ),
  async backUp(folder, copy) {
    await tablesIn(folder);
    const tables = ALL.map(table => `CREATE TABLE "${copy}".${table} AS TABLE sortition_ledger.${table};`).join(' ');
    await database?.run(`DROP SCHEMA IF EXISTS "${copy}" CASCADE; CREATE SCHEMA "${copy}"; ${tables}`);
  },
  async restore(folder, copy) {
    await tablesIn(folder);
    const emptied = [...ALL].reverse().map(table => `DELETE FROM ${table};`);
    const filled = ALL.map(table => `INSERT INTO ${table} TABLE "${copy}".${table};`);
    await POSTGRES.tamper(folder, [...emptied, ...filled].join(' '));
  },
  lose: async () => database?.run('DROP SCHEMA IF EXISTS sortition_ledger CASCADE'),
  keysLeft: async () =>
    ((await database?.rows('SELECT commitment FROM sortition_ledger.sample_keys')) ?? []).map(({ commitment }) =>
      String(commitment),
    ),
  cutAfter: (folder, entry) =>
    POSTGRES.tamper(
      folder,
      `${cutting(entry)};
       UPDATE head SET entries = ${entry}, hash = (SELECT hash FROM entries WHERE sequence = ${entry})`,
    ),
  async tamper(_, statements, forbidding = false) {
    // without triggers and references, as whoever owns the server may
    if (!forbidding) await database?.run('SET session_replication_role = replica');
    try {
      await database?.run(`SET search_path = sortition_ledger; ${statements}`);
    } finally {
      await database?.run('RESET session_replication_role; RESET search_path');
    }
  },
};

/** The same laws for each of them. */
export function forEveryStore(laws: (stored: LedgerStoreCase) => void): void {
  describe('in SQLite', () => laws(SQLITE));
  describe.skipIf(database === undefined)('in PostgreSQL', () => laws(POSTGRES));
}
