/** A second look at a ledger: its chain, and every charge in it, recomputed by code that shares none with the first accountant. */
import { ledgerPlace } from '../ledger/places/index.ts';
import { readLedger } from '../ledger/reading/index.ts';
import { loadPolicy, type PolicyInput, promiseText } from '../source/index.ts';
import type { VerifiedLedger } from './findings.ts';
import { replay } from './replay.ts';

/** How a ledger is verified. */
export interface VerifyOptions {
  /** Told how many entries were looked at, now and then. */
  readonly progress?: (entries: number) => void;
}

/** `ledger`: the file or a copy of it, or `postgres:env:NAME`; nothing is written. The policy is a file or one from code. */
export async function verifyLedger(
  ledger: string,
  policy: string | PolicyInput,
  { progress = () => {} }: VerifyOptions = {},
): Promise<VerifiedLedger> {
  const text = promiseText(await loadPolicy(policy, { draft: true }));
  return readLedger(placeOf(ledger), entries => replay(entries, text, progress));
}

/** A file may be named by its path alone. */
const placeOf = (ledger: string) =>
  ledgerPlace(/^(sqlite|postgres):/.test(ledger) ? ledger : `sqlite:${ledger}`, process.cwd());
