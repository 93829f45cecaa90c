/** A ledger in a file, with the keys of its samples in a folder beside it. */
import { existsSync } from 'node:fs';
import { openKeyStore } from '../keys/key-store.ts';
import type { LedgerHome } from '../ledger-home.ts';
import { openSqliteStore, openToRead } from './sqlite-store.ts';

export const sqliteHome = (path: string, keyFile: string | undefined): LedgerHome => ({
  name: path,
  keys: openKeyStore(`${path}.keys`, keyFile),
  isThere: async () => existsSync(path),
  open: options => openSqliteStore(path, options),
  openToRead: () => openToRead(path),
  close: async () => {},
});
