/** What was asked before: every charge of a question with what became of it, newest first. */
import type { Json } from './canonical-json.ts';
import { type Entry, noHead, read } from './entry.ts';
import type { PastQuestion } from './ledger.ts';
import { printed } from './printed-sample.ts';
import type { Contents } from './store.ts';

/** Of everybody, or of one analyst; at most so many. The chain is checked on the way. */
export function history(contents: Contents, analyst: string | null, most: number): readonly PastQuestion[] {
  const questions = new Map<number, PastQuestion>();
  let head = noHead;
  let sequence = 1;
  for (const stored of contents.entries) {
    const entry: Entry = read(stored, sequence, head);
    head = stored.hash;
    sequence += 1;
    if (entry.kind === 'reserved' && (analyst === null || entry.body.analyst === analyst)) {
      const { at, tables, question, charge } = entry.body;
      const asked = { entry: entry.sequence, at, analyst: entry.body.analyst, tables, question };
      questions.set(entry.sequence, { ...asked, charged: printed(charge, 'up'), answer: null });
      // what is too old to be shown need not be kept while the rest is read
      if (questions.size > most) questions.delete(questions.keys().next().value as number);
    }
    if (entry.kind !== 'settled' || stored.answer === null) continue;
    const asked = questions.get(entry.body.reservation);
    if (asked !== undefined) questions.set(asked.entry, { ...asked, answer: JSON.parse(stored.answer) as Json });
  }
  return [...questions.values()].reverse();
}
