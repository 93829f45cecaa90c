/** Why a ledger cannot be used just now, whatever stores it. */
import { Refusal, refuse } from '../vocabulary/index.ts';

export const ledgerClosed = (): never =>
  refuse(
    'source_unreadable',
    'The data were closed during this question. Open them and ask again; a charged question resumes at no further cost.',
  );

export const ledgerLocked = (): never =>
  refuse('ledger_locked', 'Another process is writing to the ledger. Nothing was charged; try again.');

export const isLocked = (caught: unknown): boolean => caught instanceof Refusal && caught.code === 'ledger_locked';

/** What this process has seen is not there any more. */
export const lostEntries = (what: string): never =>
  refuse('ledger_rolled_back', `${what}. Restore it from a backup: it records what was spent.`);
