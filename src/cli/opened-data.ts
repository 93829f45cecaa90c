/** The data of a policy while a command works on it. */
import type { Data } from '../answer.ts';
import type { PolicyInput } from '../source/index.ts';
import { type LedgerPlace, ledgerAddress } from '../source/places/index.ts';
import type { Note } from './reply.ts';

export interface DataOpening {
  readonly policy: string;
  readonly analyst?: string | undefined;
  /** For commands that a draft needs too: bounds are found, paid for and accepted one column after the other. */
  readonly draft?: boolean;
  /** Most numbers of one answer. */
  readonly valuesMost?: number;
  readonly note: Note;
}

export async function withData<Result>(
  { policy, analyst, draft, valuesMost, note }: DataOpening,
  work: (data: Data<PolicyInput>) => Promise<Result>,
): Promise<Result> {
  // Engines and ledgers take longer to load than other commands to run.
  const { open } = await import('../answer.ts');
  const data = await open<PolicyInput>(policy, { analyst, draft, valuesMost });
  const progress = setTimeout(() => process.stderr.isTTY && note('Reading the data ...'), PATIENCE_MILLISECONDS);
  try {
    return await work(data);
  } finally {
    clearTimeout(progress);
    await noteOnCreation(data.deployment, note);
    await data.close();
  }
}

/** After which a person wants to know that something happens. */
const PATIENCE_MILLISECONDS = 1000;

/** A ledger is made loudly: one that was there yesterday may have been removed, and with it what was spent. */
async function noteOnCreation({ ledger, policy }: Data<PolicyInput>['deployment'], note: Note): Promise<void> {
  if (!ledger.created) return;
  await note(
    `Created a new ledger with nothing spent: ${placeName(policy.ledger)}. If there was one before, restore it: it records what was spent.`,
  );
}

const placeName = (place: LedgerPlace): string => (place.kind === 'sqlite' ? place.path : ledgerAddress(place));
