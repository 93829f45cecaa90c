/** Where a ledger is kept, a file or a database; and how it moves from one to the other. */
export { homeOf, ledgerPlace } from './homes.ts';
export { type MovedLedger, moveLedger } from './moving.ts';
