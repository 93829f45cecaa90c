/** A ledger in a file, with the keys of its samples in a folder beside it. */
import { existsSync } from 'node:fs';
import { openKeyStore } from '../keys/key-store.ts';
import type { LedgerHome } from '../places/ledger-home.ts';
import { expectAt, fileIdentity, isLeftFor, leave, receive } from './leaving.ts';
import { checkNotAwaited } from './schema.ts';
import { everythingIn, openSqliteStore } from './sqlite-store.ts';

export const sqliteHome = (path: string, keyFile: string | undefined): LedgerHome => ({
  name: path,
  keys: openKeyStore(`${path}.keys`, keyFile),
  isThere: async () => existsSync(path),
  async open(options) {
    if (!existsSync(path)) checkNotAwaited(path);
    return openSqliteStore(path, options);
  },
  everything: read => everythingIn(path, read),
  identity: async () => fileIdentity(path),
  leave: place => leave(path, place),
  isLeftFor: place => isLeftFor(path, place),
  expect: ledger => expectAt(path, ledger),
  receive: contents => receive(path, contents),
  close: async () => {},
});
