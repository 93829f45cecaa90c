/**
 * What a place that keeps a chain must do, be it a file or a database.
 * The logic of the ledger is a pure step from a book to drafts, so a store decides nothing but order and durability.
 */
import type { Book } from './book.ts';
import type { StoredEntry } from './entry.ts';
import type { EntryDraft } from './entry-kinds.ts';

/** What a step makes of the book: entries to write, an answer that belongs to the last of them, and its result. */
export interface LedgerStep<T> {
  readonly drafts: readonly EntryDraft[];
  /** Canonical JSON; its hash stands in the last entry. */
  readonly answer?: string;
  /** Done in the same transaction, before anything is written. */
  readonly first?: () => Promise<void>;
  /** Given the entries as they were written and the book with them, and with what others wrote since, if somebody looked. */
  readonly result: (written: readonly StoredEntry[], book: Book) => T;
  /** Told where the entries were written after all, although whoever took the step was refused: a server's word was lost. */
  readonly disowned?: (written: readonly StoredEntry[]) => void;
}

export interface StoreOptions {
  /** How long to wait for other writers. */
  readonly patienceMilliseconds: number;
  /** Writes in a thread of its own: no disk keeps this one waiting. */
  readonly apart?: boolean | undefined;
}

export interface Store {
  /** Who this store is to others: running until it is closed or its process ends, whatever ends it. */
  readonly holder: string;
  /**
   * One transaction, alone: brings the book up to date, takes the step, writes its drafts durably. Nothing is written
   * if the step throws, and it may be taken again where a connection broke. `isRunning` tells whether a holder still lives; in doubt it does.
   */
  step<T>(take: (book: Book, isRunning: (holder: string) => boolean) => LedgerStep<T>): Promise<T>;
  /** Brings the book up to date and looks at it; waits for nobody. */
  look<T>(read: (book: Book) => T): Promise<T>;
  /** The book as it was seen last; reads nothing. */
  seen(): Book;
  /** One entry as it lies there, if it is still there. */
  entry(sequence: number): Promise<StoredEntry | undefined>;
  /** The text recorded with an entry, if it is still there. */
  answer(entry: number): Promise<string | undefined>;
  /** Reads the whole chain from one snapshot, entry by entry. */
  everything<T>(read: (contents: Contents) => T): Promise<T>;
  close(): Promise<void>;
}

export interface Contents {
  /** In order, each with its answer where it has one. */
  readonly entries: Iterable<StoredEntry & { readonly answer: string | null }>;
  /** The highest number ever given to an entry, also if that entry is gone. */
  readonly highest: number;
}
