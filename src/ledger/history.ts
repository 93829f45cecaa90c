/** What was asked before, newest first. The book knows where each question lies, so only those that are shown are read. */
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Book, Charge } from './book.ts';
import { noHead, read } from './entry.ts';
import type { PastQuestion } from './ledger.ts';
import { printed } from './printed-sample.ts';
import { recordedAnswer } from './recorded-answer.ts';
import type { Store } from './store.ts';

/** Of everybody, or of one analyst; at most so many. */
export async function history(store: Store, analyst: string | null, most: number): Promise<readonly PastQuestion[]> {
  const { charges, heads } = await store.look(book => ({ charges: latest(book, analyst, most), heads: book.heads }));
  return Promise.all(charges.map(charge => pastQuestion(store, charge, heads)));
}

function latest({ charges }: Book, analyst: string | null, most: number): readonly Charge[] {
  const theirs = [...charges.values()].filter(charge => analyst === null || charge.analyst === analyst);
  return theirs.slice(Math.max(0, theirs.length - most)).reverse();
}

async function pastQuestion(store: Store, charge: Charge, heads: Book['heads']): Promise<PastQuestion> {
  const { entry: sequence, analyst, charged, settled } = charge;
  const stored = await store.entry(sequence);
  if (stored === undefined) return refuse('ledger_rolled_back', `Entry ${sequence} of the ledger is gone. Restore it.`);
  const entry = read(stored, sequence, heads[sequence - 2] ?? noHead);
  invariant(entry.kind === 'reserved', 'a charge lies where the book says');
  const { at, tables, question } = entry.body;
  const answer = settled === null ? null : await recordedAnswer(store, settled);
  return { entry: sequence, at, analyst, tables, question, charged: printed(charged, 'up'), answer };
}
