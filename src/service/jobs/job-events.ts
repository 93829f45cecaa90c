/** A job as whoever watches it sees it: its present state, each later one, and at last its end. */
import type { Job } from '../contract/jobs.ts';
import { isOver, type OpenJob } from './job.ts';

/** Proxies and people think that a connection is dead on which nothing happens. */
const QUIET_MILLISECONDS = 15_000;

export interface Watch {
  /** Ends the watching, not the job. */
  readonly signal: AbortSignal;
  readonly quietMilliseconds?: number;
}

/** Undefined says that nothing changed. Whoever reads slowly misses states in between, never the last. */
export async function* eventsOf(job: OpenJob, watch: Watch): AsyncGenerator<Job | undefined> {
  while (!watch.signal.aborted) {
    const now = job.now();
    yield now;
    if (isOver(now)) return;
    while (job.now() === now && !watch.signal.aborted) if (!(await changes(job, watch))) yield undefined;
  }
}

/** Whether something happened before the time was over. */
function changes({ listen }: OpenJob, { signal, quietMilliseconds = QUIET_MILLISECONDS }: Watch): Promise<boolean> {
  return new Promise(resolve => {
    const end = (heard: boolean): void => {
      clearTimeout(timer);
      leave();
      signal.removeEventListener('abort', happened);
      resolve(heard);
    };
    const happened = (): void => end(true);
    const timer = setTimeout(() => end(false), quietMilliseconds).unref();
    const leave = listen(happened);
    signal.addEventListener('abort', happened);
  });
}
