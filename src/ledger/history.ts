/** What was asked before, newest first. The book knows where each question lies, so only those that are shown are read. */
import { counts } from '../amounts/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book, Charge } from './book.ts';
import { noHead, read, type StoredEntry } from './entry.ts';
import type { HistoryLimits, PastQuestion } from './ledger.ts';
import { recordedAnswer } from './recorded-answer.ts';
import type { Store } from './store.ts';

/** Of everybody, or of one analyst. */
export async function history(
  store: Store,
  analyst: string | null,
  { questions, characters }: HistoryLimits,
): Promise<readonly PastQuestion[]> {
  const { charges, heads } = await store.look(book => ({
    charges: latest(book, analyst, questions),
    heads: book.heads,
  }));
  const told: PastQuestion[] = [];
  let left = characters;
  for (const charge of charges) {
    const written = await writtenDown(store, charge);
    left -= written.entry.body.length + (written.answer?.length ?? 0);
    if (left < 0 && told.length > 0) break;
    told.push(pastQuestion(written, charge, heads));
  }
  return told;
}

function latest({ charges }: Book, analyst: string | null, most: number): readonly Charge[] {
  const theirs = [...charges.values()].filter(charge => analyst === null || charge.analyst === analyst);
  return theirs.slice(Math.max(0, theirs.length - most)).reverse();
}

interface WrittenDown {
  readonly entry: StoredEntry;
  readonly answer: string | undefined;
}

async function writtenDown(store: Store, { entry: sequence, settled }: Charge): Promise<WrittenDown> {
  const entry = await store.entry(sequence);
  if (entry === undefined)
    return refuse(
      'ledger_rolled_back',
      `Entry ${sequence} of the ledger is missing. Restore the ledger from a backup.`,
    );
  return { entry, answer: settled === null ? undefined : await store.answer(settled.entry) };
}

function pastQuestion(written: WrittenDown, charge: Charge, heads: Book['heads']): PastQuestion {
  const { entry: sequence, analyst, charged, settled } = charge;
  const entry = read(written.entry, sequence, heads[sequence - 2] ?? noHead);
  invariant(entry.kind === 'reserved', 'a charge lies where the book says');
  const { at, tables, question } = entry.body;
  const answer = settled === null ? null : recordedAnswer(written.answer, settled);
  return { entry: sequence, at, analyst, tables, question, charged: counts.number(charged, 'up'), answer };
}
