/**
 * A chain in a PostgreSQL database that any number of processes share. Every step is one transaction that locks the head row first:
 * the writers of all machines go one by one, and what others read is on the server's disk.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isLost } from '../../postgres/index.ts';
import { type Book, emptyBook } from '../book.ts';
import type { StoredEntry } from '../entry.ts';
import { nextEntries } from '../next-entries.ts';
import { movedAway } from '../places/moved-place.ts';
import { post } from '../posting.ts';
import type { LedgerStep, Store } from '../store.ts';
import { ledgerClosed } from '../unavailable.ts';
import { openWaitingLine } from '../waiting-line.ts';
import { answerOf, catchUp, contentsOf, entryAt, type HeadRow, headIn, SELECT_HEAD } from './chain.ts';
import type { LedgerDatabase } from './database.ts';
import { refusalOf, unreachable, unwritable } from './failure.ts';
import { mayWrite } from './schema.ts';
import { type Begun, openSession, type WriterSession } from './session.ts';

/** How long a broken connection is left alone before another one is tried. */
const PAUSE_MILLISECONDS = 100;

/** A server that takes a statement and says nothing for so long, beyond what it may wait for a lock, is not there any more. */
const SILENCE_MOST_MILLISECONDS = 20_000;

type Take<T> = (book: Book, isRunning: (holder: string) => boolean) => LedgerStep<T>;

/** A step whose commit was sent, and the server's word on it lost: it may have been written. */
interface Sent<T> {
  readonly step: LedgerStep<T>;
  readonly entries: readonly StoredEntry[];
}

const isIn = ({ heads }: Book, { entries }: Sent<unknown>): boolean =>
  entries.every(({ sequence, hash }) => heads[sequence - 1] === hash);

export async function openPostgresStore(database: LedgerDatabase, patienceMilliseconds: number): Promise<Store> {
  await database.prepare();
  if (!(await mayWrite(database.query).catch(refusalOf))) unwritable();
  const holder = randomUUID();
  const book = emptyBook();
  const answerWithinMilliseconds = patienceMilliseconds + SILENCE_MOST_MILLISECONDS;
  const connected = async (): Promise<WriterSession> =>
    openSession({ ...(await database.place()), holder, answerWithinMilliseconds });
  const steps = chainSteps(book, await connected().catch(refusalOf), { connected, patienceMilliseconds });
  const line = openWaitingLine(patienceMilliseconds, () => performance.now());
  let closed = false;
  const asked = <T>(work: () => Promise<T>): Promise<T> => (closed ? ledgerClosed() : work().catch(refusalOf));
  return {
    holder,
    step: take => line.wait(() => steps.take(take)),
    look: read =>
      asked(async () => {
        const known = book.entries;
        const head = headIn((await database.query<HeadRow>(SELECT_HEAD))[0]);
        await catchUp(database.query, book, head, known);
        return read(book);
      }),
    seen: () => book,
    entry: sequence => asked(() => entryAt(database.query, sequence)),
    answer: entry => asked(() => answerOf(database.query, entry)),
    everything: read => asked(async () => read(await contentsOf(database.query))),
    close: () =>
      line.end(async () => {
        closed = true;
        await steps.end();
      }),
  };
}

interface Reaching {
  readonly connected: () => Promise<WriterSession>;
  readonly patienceMilliseconds: number;
}

/** The steps of one store, one at a time, each with as many connections as it takes. */
function chainSteps(book: Book, first: WriterSession, { connected, patienceMilliseconds }: Reaching) {
  let session: WriterSession | undefined = first;
  /** What nobody could say of whether it was written, until the chain was read again. */
  let unknown: Sent<unknown>[] = [];
  const settleUnknown = (): void => {
    for (const sent of unknown) if (isIn(book, sent)) sent.step.disowned?.(sent.entries);
    unknown = [];
  };
  return {
    /** Tries again while the server may come back: a step that was written is never taken twice. */
    async take<T>(take: Take<T>): Promise<T> {
      const until = performance.now() + patienceMilliseconds;
      let sent: Sent<T> | undefined;
      const told: Told<T> = sending => {
        sent = sending;
      };
      for (;;) {
        try {
          session ??= await connected();
          const begun = await session.begin(patienceMilliseconds);
          return await stepOf(session, begun, { book, take, sent, told, settleUnknown });
        } catch (caught) {
          if (!isLost(caught)) {
            await session?.rollback().catch(() => {});
            return refusalOf(caught);
          }
          await session?.abandon().catch(() => {});
          session = undefined;
          if (!(performance.now() < until)) {
            if (sent !== undefined) unknown.push(sent as Sent<unknown>);
            return unreachable();
          }
          await pause(PAUSE_MILLISECONDS);
        }
      }
    },
    end: async (): Promise<void> => void (await session?.end().catch(() => {})),
  };
}

interface Attempt<T> {
  readonly book: Book;
  readonly take: Take<T>;
  /** What the attempt before may have written, which is looked for first. */
  readonly sent: Sent<T> | undefined;
  readonly told: Told<T>;
  readonly settleUnknown: () => void;
}

/** One transaction, which has begun. */
async function stepOf<T>(
  session: WriterSession,
  { head, isRunning }: Begun,
  { book, take, sent, told, settleUnknown }: Attempt<T>,
): Promise<T> {
  if (head.movedTo !== null) movedAway(head.movedTo);
  await catchUp(session.query, book, head, book.entries);
  settleUnknown();
  if (sent !== undefined && isIn(book, sent)) {
    await session.rollback();
    return sent.step.result(sent.entries, book);
  }
  told(undefined); // whoever holds the lock knows: it was not written, and never will be
  const step = take(book, isRunning);
  await step.first?.();
  const entries = nextEntries(book, step);
  await session.insert(entries, book.head, step.answer);
  if (entries.length > 0) told({ step, entries });
  await session.commit();
  // whoever looked meanwhile may have seen them already
  for (const entry of entries) if (entry.sequence > book.entries) post(book, entry);
  return step.result(entries, book);
}

type Told<T> = (sent: Sent<T> | undefined) => void;
