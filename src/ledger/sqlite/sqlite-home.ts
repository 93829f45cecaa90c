/** A ledger in a file, with the keys of its samples in a folder beside it. */
import { existsSync } from 'node:fs';
import { openKeyStore } from '../keys/key-store.ts';
import type { LedgerHome } from '../places/ledger-home.ts';
import { fileIdentity, isLeftFor, leave, receive } from './leaving.ts';
import { everythingIn, openSqliteStore } from './sqlite-store.ts';

export const sqliteHome = (path: string, keyFile: string | undefined): LedgerHome => ({
  name: path,
  keys: openKeyStore(`${path}.keys`, keyFile),
  isThere: async () => existsSync(path),
  open: options => openSqliteStore(path, options),
  everything: read => everythingIn(path, read),
  identity: async () => fileIdentity(path),
  leave: place => leave(path, place),
  isLeftFor: place => isLeftFor(path, place),
  receive: contents => receive(path, contents),
  close: async () => {},
});
