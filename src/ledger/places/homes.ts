/** The homes of ledgers: a file of one machine, or a database that several share. */
import { resolve } from 'node:path';
import { type LedgerPlace, ledgerNamed } from '../../source/places/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { postgresHome } from '../postgres/postgres-home.ts';
import { sqliteHome } from '../sqlite/sqlite-home.ts';
import type { LedgerHome } from './ledger-home.ts';

/** `keyFile` wraps the keys of samples; absolute. */
export const homeOf = (place: LedgerPlace, keyFile: string | undefined): LedgerHome =>
  place.kind === 'sqlite' ? sqliteHome(place.path, keyFile) : postgresHome(place, keyFile);

/** As a flag or an argument names a ledger: `sqlite:FILE`, relative to the folder, or `postgres:` with a URL or where one is found. */
export const ledgerPlace = (address: string, folder: string): LedgerPlace =>
  ledgerNamed(address, path => resolve(folder, path)) ??
  refuse('ledger_unsupported', 'Name a ledger as sqlite:FILE, postgres:env:NAME or postgres:file:PATH.');
