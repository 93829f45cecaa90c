/**
 * Recovery of a ledger that lost entries: whatever may have been spent in the gap is marked as spent.
 *
 * The anchor knows the total spent at each of its lines. Let c be its last line that the ledger still contains. All that
 * was spent beyond c in the lost history is at most the anchor's last total less the total at c, whatever this ledger did
 * since: so that difference is charged on top. If the ledger is gone, c is nothing and the whole total is charged.
 *
 * What was spent inside single samples and parts is lost for good, and the price of the next question there depends on
 * it. So every draw is retired, for a second history on one secret would be priced too low; and parts that no chance
 * drew begin anew as if they were other tables: what the old and the new ones cost adds up at the base.
 */
import { type CountedLoss, counts, losses } from '../../amounts/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Book } from '../book.ts';
import type { EntryDraft } from '../entry-kinds.ts';
import type { Receipt } from '../ledger.ts';
import type { SampleRecord } from '../sample-record.ts';
import type { LedgerStep } from '../store.ts';
import type { AnchorFile, AnchorLine } from './anchor-file.ts';
import { contains, keeping } from './anchored-store.ts';

export interface Recovery extends Receipt {
  /** `whole`: the ledger contains all that the anchor saw. `anchored`: the anchor was gone, and a new one was begun. */
  readonly found: 'whole' | 'anchored' | 'gap';
  /** Marked as spent. */
  readonly lost: CountedLoss;
  /** Their keys and copies are of no more use. */
  readonly retired: readonly SampleRecord[];
}

/** The entry that every ledger begins with. */
export type CreationDraft = Extract<EntryDraft, { kind: 'created' }>;

export interface RecoveryOrder {
  readonly at: string;
  readonly reason: string;
  /** What a ledger begins with, where the old one is gone. */
  readonly beginning: CreationDraft;
}

export function recovering(
  book: Book,
  anchor: AnchorFile,
  { at, reason, beginning }: RecoveryOrder,
): LedgerStep<Recovery> {
  const lines = anchor.lines();
  const last = lines.at(-1);
  const first = book.entries === 0 ? [beginning] : [];
  const unharmed = { lost: losses.none, retired: [] };
  if (last === undefined) {
    return book.anchored
      ? { ...step([], { found: 'anchored', ...unharmed }), ...keeping(book, anchor, at, reason) }
      : step(first, { found: 'whole', ...unharmed });
  }
  if (contains(book, last)) return step([], { found: 'whole', ...unharmed });
  const { entry, head } = last;
  const lost = gap(
    last,
    lines.findLast(line => contains(book, line)),
  );
  checkCountedAlike(lost, book.entries === 0 ? beginning.body.policy : book.policy);
  const recovered: EntryDraft = { kind: 'recovered', body: { at, reason, entry, head, ...counts.text(lost) } };
  const retired = [...book.samples.values()].filter(sample => sample.retired === null);
  return step([...first, recovered], { found: 'gap', lost, retired });
}

const step = (drafts: readonly EntryDraft[], found: Omit<Recovery, keyof Receipt>): LedgerStep<Recovery> => ({
  drafts,
  result: (_, { entries: entry, head }) => Object.freeze({ ...found, entry, head }),
});

/** A sum that the lost history did not keep is not known, and would begin at nothing as if nothing had been spent. */
function checkCountedAlike({ rho }: CountedLoss, { failing }: { readonly failing?: unknown }): void {
  if ((rho !== undefined) === (failing !== undefined)) return;
  refuse(
    'accounting_changed',
    'The lost ledger used another kind of accounting (pure or concentrated) than this policy. Recover it with the policy it was ' +
      'created for, or start a new ledger and anchor; what the lost one spent then counts in addition.',
  );
}

const gap = ({ spent }: AnchorLine, since: AnchorLine | undefined): CountedLoss =>
  counts.beyond(spent, since?.spent ?? losses.none);
