/** Where a ledger lies: a file of one machine, or a database that several share. Nothing is made before it is opened. */
import { resolve } from 'node:path';
import { type LedgerPlace, ledgerNamed } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { KeyStore } from './keys/sample-key.ts';
import type { MovedPlace } from './moved-place.ts';
import { postgresHome } from './postgres/postgres-home.ts';
import { sqliteHome } from './sqlite/sqlite-home.ts';
import type { Contents, Store, StoreOptions } from './store.ts';

export interface LedgerHome {
  /** For people: holds no secret. */
  readonly name: string;
  /** The secrets of its samples. */
  readonly keys: KeyStore;
  /** Whether anything was ever written into the ledger. */
  isThere(): Promise<boolean>;
  /** Makes it where it is not there. Closing the store closes the home. */
  open(options: StoreOptions): Promise<Store>;
  /** The whole chain from one snapshot, whoever else is at work there: nothing is made, migrated or written. */
  everything: Store['everything'];
  /** Tells it from all others; makes what is needed to keep a ledger, and no ledger. */
  identity(): Promise<string>;
  /** Nobody writes here from now on, because another ledger takes the place of this one; harmless where it is so already. */
  leave(place: MovedPlace): Promise<void>;
  isLeftFor(place: MovedPlace): Promise<boolean>;
  /** All of a chain or nothing, durable when it resolves; refused where there is one. */
  receive(contents: Contents): Promise<void>;
  /** May be called again. */
  close(): Promise<void>;
}

/** `keyFile` wraps the keys of samples; absolute. */
export const homeOf = (place: LedgerPlace, keyFile: string | undefined): LedgerHome =>
  place.kind === 'sqlite' ? sqliteHome(place.path, keyFile) : postgresHome(place, keyFile);

/** As a flag or an argument names a ledger: `sqlite:FILE`, relative to the folder, or `postgres:` with a URL or where one is found. */
export const ledgerPlace = (address: string, folder: string): LedgerPlace =>
  ledgerNamed(address, path => resolve(folder, path)) ??
  refuse('ledger_unsupported', 'Name a ledger as sqlite:FILE, postgres:env:NAME or postgres:file:PATH.');
