/** Where ledgers are, as a policy or a flag names them, and where a machine keeps what is its own. */
export { type LedgerPlace, ledgerAddress, ledgerNamed } from './ledger-place.ts';
export { machinePlace } from './machine-place.ts';
