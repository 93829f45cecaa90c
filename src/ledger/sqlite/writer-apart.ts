/**
 * A writer in a thread of its own, for a process that must not stand still. A commit waits until the disk has it, which takes long
 * when the disk is busy, and SQLite blocks the thread that calls it meanwhile.
 */
import { openSeat, type ThreadSeat, threadProgram } from '../../thread/index.ts';
import { type RefusalCode, refuse } from '../../vocabulary/index.ts';
import { ledgerClosed } from '../unavailable.ts';
import { openWriter, type Writer, type Writing } from './writer.ts';

export type WriterOrder =
  | { readonly do: 'open'; readonly path: string; readonly patienceMilliseconds: number }
  | { readonly do: 'begin' | 'rollback' | 'close' }
  | { readonly do: 'commit'; readonly writing: Writing };

/** What the thread says to an order. Whatever else it throws ends it. */
export type WriterWord =
  | { readonly done: unknown }
  | { readonly refused: { readonly code: RefusalCode; readonly message: string } };

/** Of answers, which are kept nowhere in the thread. */
const MEMORY_MEGABYTES = 512;

/** The longest that a timer knows: nobody can say whether a commit that was given up is on disk. */
const NO_DEADLINE = 2 ** 31 - 1;

/** In this thread where no program of a thread can be run, as from sources on an older Node. */
export async function openWriterApart(path: string, patienceMilliseconds: number): Promise<Writer> {
  const program = threadProgram('ledger/sqlite/writer-thread', import.meta.url);
  const seat = program && (await openSeat(program, MEMORY_MEGABYTES));
  if (seat === undefined) return openWriter(path, patienceMilliseconds);
  try {
    await ordered(seat, { do: 'open', path, patienceMilliseconds });
  } catch (caught) {
    await seat.end();
    throw caught;
  }
  return writerIn(seat);
}

function writerIn(seat: ThreadSeat): Writer {
  let closed = false;
  const perform = (order: WriterOrder): Promise<unknown> => (closed ? ledgerClosed() : ordered(seat, order));
  return {
    begin: async () => (await perform({ do: 'begin' })) as Awaited<ReturnType<Writer['begin']>>,
    commit: async writing => void (await perform({ do: 'commit', writing })),
    rollback: async () => void (await perform({ do: 'rollback' })),
    async close() {
      if (closed) return;
      closed = true;
      // all that was committed is on disk: nothing is lost whatever it says, nor where it is gone
      await seat.give({ do: 'close' } satisfies WriterOrder, NO_DEADLINE);
      await seat.end();
    },
  };
}

async function ordered(seat: ThreadSeat, order: WriterOrder): Promise<unknown> {
  const heard = await seat.give(order, NO_DEADLINE);
  if (heard.kind !== 'word') {
    if (heard.kind === 'fault' && heard.thrown instanceof Error) throw heard.thrown;
    return refuse('ledger_unwritable', 'The thread that writes the ledger has ended. Start this program again.');
  }
  const word = heard.word as WriterWord;
  return 'done' in word ? word.done : refuse(word.refused.code, word.refused.message);
}
