/** Takes a ledger that is behind its anchor, or whose anchor is gone, into use again: all that was lost counts as spent. */
import { refuse } from '../vocabulary/index.ts';
import { ledgerFile } from './address.ts';
import { anchorFile } from './anchor/anchor-file.ts';
import { anchoredStore } from './anchor/anchored-store.ts';
import { type Recovery, recovering } from './anchor/recovery.ts';
import { beginning, given } from './chained-ledger.ts';
import { openKeyStore } from './keys/key-store.ts';
import type { LedgerOpening } from './open-ledger.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

export async function recoverLedger(opening: LedgerOpening, reason: string): Promise<Recovery> {
  const { policy, clock, keyFile, patienceMilliseconds = 10_000 } = opening;
  if (opening.anchor === undefined) {
    return refuse(
      'anchor_missing',
      'The policy names no anchor, so it is unknown what was lost. Restore the ledger from a backup.',
    );
  }
  const anchor = anchorFile(opening.anchor);
  const path = ledgerFile(opening.address, opening.folder);
  const store = await openSqliteStore(path, patienceMilliseconds);
  try {
    const recovery = await store.step(book => {
      const at = clock().toISOString();
      const circumstances = { at, reason: given(reason), beginning: beginning(policy, store.holder, at) };
      return recovering(book, anchor, circumstances);
    });
    await anchoredStore(store, anchor, clock).step(() => ({ drafts: [], result: () => undefined }));
    const keys = openKeyStore(`${path}.keys`, keyFile);
    for (const { commitment } of recovery.retired) if (commitment !== null) keys.erase(commitment);
    return recovery;
  } finally {
    await store.close();
  }
}
