/** The entries of a ledger file, for whoever judges them by other means than ours. */
export { type ReadEntry, readLedger } from './read-ledger.ts';
