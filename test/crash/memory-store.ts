/**
 * A chain in memory, under the contract of every store: steps one by one, whole or not at all, durable when they return. Who
 * opens it says what happens before each call and before each commit, so that a test decides over order and death.
 */
import { type Book, emptyBook } from '../../src/ledger/book.ts';
import { read, type StoredEntry, store as stored } from '../../src/ledger/entry.ts';
import { post } from '../../src/ledger/posting.ts';
import type { Store } from '../../src/ledger/store.ts';

/** What outlives processes. */
export interface ChainPlace {
  entries: StoredEntry[];
  answers: Map<number, string>;
  /** Holders whose process lives. */
  readonly running: Set<string>;
}

export const newChain = (): ChainPlace => ({ entries: [], answers: new Map(), running: new Set() });

export const copyOfChain = ({ entries, answers }: ChainPlace): Pick<ChainPlace, 'entries' | 'answers'> => ({
  entries: [...entries],
  answers: new Map(answers),
});

export interface StoreHooks {
  /** Before every call: waits for its turn, or throws. */
  readonly before: (call: string) => Promise<void>;
  /** Inside a step, when all that is to be written is known. */
  readonly commit: (what: string) => void;
}

export function memoryStore(place: ChainPlace, holder: string, { before, commit }: StoreHooks): Store {
  const book = emptyBook();
  place.running.add(holder);
  const upToDate = (): Book => {
    for (const entry of place.entries.slice(book.entries)) post(book, entry);
    return book;
  };
  return {
    holder,
    async step(take) {
      await before('step');
      const step = take(upToDate(), other => place.running.has(other));
      // nobody else has a turn meanwhile
      await step.first?.();
      const written: StoredEntry[] = [];
      for (const draft of step.drafts) {
        const previous = written.at(-1)?.hash ?? book.head;
        const entry = stored(draft, book.entries + written.length + 1, previous);
        read(entry, entry.sequence, previous);
        written.push(entry);
      }
      if (written.length > 0) commit(written.map(({ kind }) => kind).join(', '));
      place.entries = [...place.entries, ...written];
      const last = written.at(-1);
      if (step.answer !== undefined && last !== undefined) place.answers.set(last.sequence, step.answer);
      for (const entry of written) post(book, entry);
      return step.result(written, book);
    },
    async look(take) {
      await before('look');
      return take(upToDate());
    },
    seen: () => book,
    async entry(sequence) {
      await before('entry');
      return place.entries[sequence - 1];
    },
    async answer(entry) {
      await before('answer');
      return place.answers.get(entry);
    },
    async everything(take) {
      await before('everything');
      const entries = place.entries.map(entry => ({ ...entry, answer: place.answers.get(entry.sequence) ?? null }));
      return take({ entries, highest: place.entries.length });
    },
    async close() {
      place.running.delete(holder);
    },
  };
}
