/** A ledger that was lost or restored is taken into use again. */
import { losses } from '../amounts/index.ts';
import type { PolicyInput } from '../source/index.ts';
import type { PrivacyLoss } from '../vocabulary/index.ts';
import { recoverLedgerOf } from './deployment.ts';

/** After `ledger_rolled_back`: takes the ledger into use again, with all that its anchor saw and it lost counted as spent. */
export async function recover(policy: PolicyInput | string, reason: string): Promise<Recovered> {
  const { found, lost, retired, entry, head } = await recoverLedgerOf(policy, reason);
  return { found, lost: losses.number(lost, 'up'), retired: retired.map(({ name }) => name), entry, head };
}

export interface Recovered {
  readonly found: 'whole' | 'anchored' | 'gap';
  readonly lost: PrivacyLoss;
  /** Names of samples that nobody can ask any more. */
  readonly retired: readonly string[];
  readonly entry: number;
  readonly head: string;
}
