/** What lies in the database: the head, entries in order, answers; and how a book is brought up to date with them. */
import type { QueryResultRow } from 'pg';
import { refuse } from '../../vocabulary/index.ts';
import type { Book } from '../book.ts';
import type { StoredEntry } from '../entry.ts';
import { post } from '../posting.ts';
import type { Contents } from '../store.ts';
import { lostEntries } from '../unavailable.ts';

/** Asks the server one thing. */
export type ChainQuery = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** How far the chain has come, as its one row says. */
export interface ChainHead {
  readonly entries: number;
  readonly hash: string;
  /** Another ledger that took its place. */
  readonly movedTo: string | null;
}

export interface HeadRow {
  readonly entries: string;
  readonly hash: string;
  readonly moved_to: string | null;
}

export const SELECT_HEAD = 'SELECT entries, hash, moved_to FROM sortition_ledger.head';

export function headIn(row: HeadRow | undefined): ChainHead {
  if (row === undefined) return refuse('ledger_damaged', 'The ledger lacks its head. Restore it from a backup.');
  return { entries: Number(row.entries), hash: row.hash, movedTo: row.moved_to };
}

/** Long answers come one by one; of short entries so many at once. */
const ENTRIES_AT_ONCE = 2000;

/**
 * Adds what is new up to this head. Others may add to the same book while the server is asked, from what is committed too: whatever
 * is there by then is passed over.
 */
export async function catchUp(query: ChainQuery, book: Book, head: ChainHead, known: number): Promise<void> {
  if (head.entries < known) lostEntries('The ledger lost entries while it was in use');
  for (let from = known; from < head.entries || from === known; from += ENTRIES_AT_ONCE) {
    const entries = await entriesFrom(query, from, from + ENTRIES_AT_ONCE);
    if (from > 0 && entries[0]?.sequence !== from) lostEntries('The ledger lost entries while it was in use');
    for (const entry of entries) {
      if (entry.sequence > book.entries) post(book, entry);
      else if (book.heads[entry.sequence - 1] !== entry.hash)
        lostEntries('The ledger was replaced by another while it was in use');
    }
  }
  if (book.entries < head.entries) lostEntries('The last entries of the ledger were removed');
  if (head.entries > 0 && book.heads[head.entries - 1] !== head.hash)
    refuse('ledger_damaged', 'The head of the ledger is not that of its last entry. Restore it from a backup.');
}

interface EntryRow extends Omit<StoredEntry, 'sequence'> {
  readonly sequence: string;
}

const numbered = <Row extends EntryRow>(row: Row): Omit<Row, 'sequence'> & { readonly sequence: number } => ({
  ...row,
  sequence: Number(row.sequence),
});

const entriesFrom = async (query: ChainQuery, first: number, last: number): Promise<StoredEntry[]> =>
  (
    await query<EntryRow>(
      'SELECT sequence, kind, body, hash FROM sortition_ledger.entries WHERE sequence BETWEEN $1 AND $2 ORDER BY sequence',
      [first, last],
    )
  ).map(numbered);

export const entryAt = async (query: ChainQuery, sequence: number): Promise<StoredEntry | undefined> =>
  (await entriesFrom(query, sequence, sequence))[0];

export const answerOf = async (query: ChainQuery, entry: number): Promise<string | undefined> =>
  (await query<{ answer: string }>('SELECT answer FROM sortition_ledger.answers WHERE entry = $1', [entry]))[0]?.answer;

/** One statement, so that entries and head are of one moment. */
export async function contentsOf(query: ChainQuery): Promise<Contents> {
  const rows = await query<EntryRow & { answer: string | null; highest: string }>(
    `SELECT e.sequence, e.kind, e.body, e.hash, a.answer, (SELECT entries FROM sortition_ledger.head) AS highest
     FROM sortition_ledger.entries e LEFT JOIN sortition_ledger.answers a ON a.entry = e.sequence ORDER BY e.sequence`,
  );
  return { entries: rows.map(numbered), highest: Number(rows[0]?.highest ?? 0) };
}
