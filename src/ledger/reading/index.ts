/** The entries of a ledger file, for whoever judges them by other means than ours. */
export { ledgerPlace } from '../ledger-home.ts';
export { type ReadEntry, readLedger } from './read-ledger.ts';
