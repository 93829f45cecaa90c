/** Tokens in a SQLite file beside the ledger, for its owner alone: made, revoked and looked up by several processes at once. */
import { chmodSync } from 'node:fs';
import { makeFile, openFile, type Sqlite } from '../../sqlite/index.ts';
import { sha256 } from '../../text/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { isSecretOf, newSecret, type Role, readText, type Token, textOf } from './token.ts';

export interface NewToken {
  readonly analyst: string;
  readonly role: Role;
  /** How long it lasts. */
  readonly days: number;
}

export interface TokenStore {
  /** The only time that anybody sees the text. */
  create(token: NewToken): { readonly token: Token; readonly text: string };
  /** The token of a text that is shown; refuses what is unknown, revoked or expired. */
  check(text: string): Token;
  list(): readonly Token[];
  revoke(id: string): Token;
  close(): void;
}

const DEFINITION = `
  CREATE TABLE IF NOT EXISTS tokens (
    id TEXT PRIMARY KEY,
    analyst TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('analyst', 'custodian')),
    hash TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT NOT NULL,
    revoked TEXT
  ) STRICT`;

export function openTokenStore(path: string, clock: () => Date): TokenStore {
  const sqlite = opened(path);
  const find = (id: string): Token | undefined =>
    sqlite.prepare('SELECT * FROM tokens WHERE id = ?').get(id) as Token | undefined;
  return {
    create({ analyst, role, days }) {
      if (!(days > 0 && days <= DAYS_MAX))
        return refuse(
          'value_out_of_range',
          `A token may be valid for 1 to ${DAYS_MAX} days; ${days} is outside that range.`,
        );
      // whoever asks at the command line is recorded under this name, and an analyst would read along
      if (role === 'analyst' && analyst === CUSTODIAN)
        return refuse(
          'value_out_of_range',
          `The name ${CUSTODIAN} is reserved for the data owner. Choose another name for the analyst.`,
        );
      const shown = newSecret();
      const now = clock();
      const created = now.toISOString();
      const token: Token = {
        id: shown.id,
        analyst,
        role,
        hash: sha256(shown.secret),
        created,
        expires: new Date(now.getTime() + days * DAY_MILLISECONDS).toISOString(),
        revoked: null,
      };
      sqlite
        .prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, NULL)')
        .run(token.id, analyst, role, token.hash, created, token.expires);
      return { token, text: textOf(shown) };
    },
    check(text) {
      const shown = readText(text);
      const token = shown && find(shown.id);
      if (shown === undefined || token === undefined || token.revoked !== null || !isSecretOf(token, shown.secret))
        return refuse('token_invalid', 'This token is unknown or was revoked. Ask the custodian for another.');
      if (clock().toISOString() < token.expires) return token;
      return refuse('token_expired', `This token expired at ${token.expires}. Ask the custodian for another.`);
    },
    list: () => sqlite.prepare('SELECT * FROM tokens ORDER BY created, id').all() as Token[],
    revoke(id) {
      const token = find(id);
      if (token === undefined)
        return refuse('token_invalid', `There is no token ${id}. List them with sortition token list.`);
      const revoked = token.revoked ?? clock().toISOString();
      sqlite.prepare('UPDATE tokens SET revoked = ? WHERE id = ?').run(revoked, id);
      return { ...token, revoked };
    },
    close: () => sqlite.close(),
  };
}

const CUSTODIAN: Role = 'custodian';
const DAYS_MAX = 3650;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** How long another process may be writing. */
const PATIENCE_MILLISECONDS = 5000;

function opened(path: string): Sqlite {
  try {
    makeFile(path);
    chmodSync(path, 0o600);
    const sqlite = openFile(path, PATIENCE_MILLISECONDS);
    sqlite.exec(DEFINITION);
    return sqlite;
  } catch {
    return refuse('ledger_unwritable', `The token file ${path} cannot be written. Check its permissions.`);
  }
}
