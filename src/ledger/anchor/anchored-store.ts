/**
 * A store with an anchor: every step first finds the anchor's last head in the chain, and ends with the new head in the
 * anchor. So no answer leaves before both disks know of it, and a ledger that lost what the anchor saw is not used.
 */
import { refuse } from '../../vocabulary/index.ts';
import type { Book } from '../book.ts';
import type { LedgerStep, Store } from '../store.ts';
import type { AnchorFile, AnchorLine } from './anchor-file.ts';

export function anchoredStore(store: Store, anchor: AnchorFile, clock: () => Date): Store {
  const keep = (): Promise<void> =>
    store.step(book => {
      check(book, anchor.last());
      return { ...keeping(book, anchor, clock().toISOString()), result: () => undefined };
    });
  return {
    ...store,
    async step(take) {
      const result = await store.step((book, isRunning) => {
        check(book, anchor.last());
        return take(book, isRunning);
      });
      await keep();
      return result;
    },
  };
}

type Keeping = Required<Pick<LedgerStep<unknown>, 'first' | 'drafts'>>;

/**
 * Writes the head after the commit and not before: a crash in between leaves an anchor that is behind, which is true, and
 * never one that is ahead, which would call a whole ledger cut short.
 */
export function keeping(book: Book, anchor: AnchorFile, at: string, reason: string | null = null): Keeping {
  const { entries: entry, head, spent } = book;
  return {
    first: () => anchor.keep({ entry, head, spent }),
    drafts: book.anchored && reason === null ? [] : [{ kind: 'anchored', body: { at, reason } }],
  };
}

function check(book: Book, last: AnchorLine | undefined): void {
  if (last === undefined) {
    if (book.anchored) anchorGone();
  } else if (!contains(book, last)) rolledBack();
}

/** What was marked as spent is not missed a second time. */
export const contains = ({ heads, recovered }: Book, { entry, head }: AnchorLine): boolean =>
  heads[entry - 1] === head || recovered.has(head);

export const rolledBack = (): never =>
  refuse(
    'ledger_rolled_back',
    'The ledger lacks entries that its anchor recorded: it is an older copy or another ledger. Restore the ' +
      'newest copy, or have the custodian mark the gap as spent: sortition ledger recover.',
  );

const anchorGone = (): never =>
  refuse(
    'anchor_missing',
    'The anchor of this ledger is missing. Mount its disk or restore it. If it is lost and the ledger is known to be ' +
      'complete, have the custodian create a new one: sortition ledger recover.',
  );
