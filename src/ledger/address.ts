/** Where a policy says its ledger is: `sqlite:FILE`, relative to the policy's own folder. */
import { resolve } from 'node:path';
import { refuse } from '../vocabulary/index.ts';

export function ledgerFile(address: string, folder: string): string {
  const [scheme, ...rest] = address.split(':');
  const file = rest.join(':');
  if (scheme === 'sqlite' && file.length > 0) return resolve(folder, file);
  return refuse('ledger_unsupported', 'Name a ledger as sqlite:FILE. Other stores are not supported yet.');
}
