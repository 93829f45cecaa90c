/** Every charge of a ledger, recomputed by a second implementation of the accountant: small, exact, and for auditors to read. */
export type { Finding, VerifiedLedger } from './findings.ts';
export { type VerifyOptions, verifyLedger } from './verify-ledger.ts';
