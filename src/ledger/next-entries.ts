/** The entries that a step adds to the chain. */
import type { Book } from './book.ts';
import { read, type StoredEntry, store } from './entry.ts';
import type { LedgerStep } from './store.ts';

export function nextEntries(book: Book, { drafts }: Pick<LedgerStep<unknown>, 'drafts'>): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (const draft of drafts) {
    const previous = entries.at(-1)?.hash ?? book.head;
    const entry = store(draft, book.entries + entries.length + 1, previous);
    // what could not be read again would stop the ledger for good
    read(entry, entry.sequence, previous);
    entries.push(entry);
  }
  return entries;
}
