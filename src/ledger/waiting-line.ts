/** The steps of one store wait in line: its writer takes one at a time. */
import { isLocked, ledgerClosed, ledgerLocked } from './unavailable.ts';

export interface WaitingLine {
  /** When all who came before are done. */
  wait<T>(work: () => Promise<T>): Promise<T>;
  /** Lets whoever has the turn finish, and refuses all others. */
  end(work: () => Promise<void>): Promise<void>;
}

/**
 * Nobody waits for another process much longer than `patienceMilliseconds`, wherever in the line: whoever came so long before
 * somebody was refused for a lock is refused too, and does not begin to wait for it.
 */
export function openWaitingLine(patienceMilliseconds: number, now: () => number): WaitingLine {
  let last: Promise<unknown> = Promise.resolve();
  let [ended, lockedAt] = [false, Number.NEGATIVE_INFINITY];
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    wait(work) {
      const came = now();
      return after(async () => {
        if (ended) ledgerClosed();
        if (lockedAt >= came + patienceMilliseconds) ledgerLocked();
        try {
          return await work();
        } catch (caught) {
          if (isLocked(caught)) lockedAt = now();
          throw caught;
        }
      });
    },
    end(work) {
      ended = true;
      return after(work);
    },
  };
}
