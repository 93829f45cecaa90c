/** Where a machine keeps what is its own: tokens, copies of samples, what spills from memory. */
import type { Policy } from '../policy.ts';

/** The name that theirs begin with: that of the ledger, or of the key file where the ledger is in a database. */
export const machinePlace = ({ ledger, keyFile }: Pick<Policy, 'ledger' | 'keyFile'>): string | undefined =>
  ledger.kind === 'sqlite' ? ledger.path : keyFile;
