/** Stops work that its caller gave up, or that takes longer than the custodian allows. */
import type { EngineLimits } from './engine.ts';
import { engineFailure, type Report } from './failure.ts';

/** The error of a question that ran out of time. It never reaches anybody but the log: how long a question takes is data. */
class TimeOut extends Error {
  override readonly name = 'TimeOut';
}

export interface Deadline {
  /** Throws when the work is to stop: for moments at which the engine has nothing to cancel. */
  check(): void;
  /** What to throw in place of the engine's own error, which cancelling it causes too. */
  refusalFor(thrown: unknown, report: Report): unknown;
  end(): void;
}

/** Calls `cancel` once, when the caller gives up or the time is over, whichever comes first. */
export function deadline({ signal, timeoutMilliseconds }: EngineLimits, cancel: () => void): Deadline {
  let reason: { readonly error: unknown } | undefined;
  const stop = (error: unknown): void => {
    if (reason !== undefined) return;
    reason = { error };
    cancel();
  };
  const abort = (): void => stop(signal?.reason);
  const timer =
    timeoutMilliseconds === undefined ? undefined : setTimeout(() => stop(new TimeOut()), timeoutMilliseconds);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  return {
    check() {
      if (reason !== undefined) throw reason.error;
    },
    refusalFor(thrown, report) {
      if (reason !== undefined && !(reason.error instanceof TimeOut)) return reason.error;
      return engineFailure(reason?.error ?? thrown, report);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
