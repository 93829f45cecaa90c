/** When somebody wants a process to stop: one that serves, or one that works on a question. */
import { Refusal } from '../vocabulary/index.ts';

/** When a process that serves is to stop. */
export const interrupted = (): Promise<void> =>
  new Promise(stop => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop());
  });

/** Ctrl-C stops the engine and leaves the ledger in order; a second one ends the process at once. */
export async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(
      new Refusal(
        'cancelled',
        'Stopped. Any charge stands; ask the same question again without --fresh to finish it at no further cost.',
      ),
    );
  process.once('SIGINT', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}
