/** Recomputes a whole chain from its first entry, and looks for a receipt in it. */
import { Refusal, type RefusalCode, refuse } from '../vocabulary/index.ts';
import { type Book, emptyBook } from './book.ts';
import type { Receipt, Verification } from './ledger.ts';
import { post } from './posting.ts';
import { answerIsKept } from './recorded-answer.ts';
import type { Contents } from './store.ts';

export function verification(contents: Contents, receipt?: Receipt): Verification {
  const book = emptyBook();
  const problem = problemOf(contents, book, receipt);
  if (problem !== undefined) return Object.freeze({ verified: false, problem });
  return Object.freeze({ verified: true, entries: book.entries, head: book.head });
}

/** What all entries add up to, where the chain verifies. */
export function verifiedBook(contents: Contents): Book {
  const book = emptyBook();
  const problem = problemOf(contents, book);
  return problem === undefined ? book : refuse('ledger_damaged', `${problem} Restore the ledger from a backup.`);
}

function problemOf({ entries, highest }: Contents, book: Book, receipt?: Receipt): string | undefined {
  for (const { answer, ...stored } of entries) {
    const unreadable = complaint(() => post(book, stored));
    if (unreadable !== undefined) return unreadable;
    if (!answerIsKept({ ...stored, answer })) {
      return `The answer recorded with entry ${stored.sequence} was edited or removed.`;
    }
  }
  if (book.entries === 0) return 'The ledger is empty.';
  if (book.entries !== highest) return `The ledger ends at entry ${book.entries}, but once had ${highest}.`;
  return receipt === undefined ? undefined : missing(book, receipt);
}

function missing({ heads }: Book, { entry, head }: Receipt): string | undefined {
  if (heads[entry - 1] === head) return undefined;
  return `The ledger does not contain entry ${entry} of the receipt: it was truncated or replaced, or it is another ledger.`;
}

const ABOUT_THE_LEDGER: readonly RefusalCode[] = ['ledger_damaged', 'ledger_newer'];

function complaint(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (caught) {
    if (caught instanceof Refusal && ABOUT_THE_LEDGER.includes(caught.code)) return caught.message;
    throw caught;
  }
}
