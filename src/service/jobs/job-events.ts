/** A job as whoever watches it sees it: its present state, each later one, and at last its end. */
import type { Job } from '../contract/jobs.ts';
import { isOver, type OpenJob } from './job.ts';

/** Proxies and people think that a connection is dead on which nothing happens. */
const QUIET_MILLISECONDS = 15_000;

/** Undefined says that nothing changed. Whoever reads slowly misses states in between, never the last. */
export async function* eventsOf(job: OpenJob, quietMilliseconds = QUIET_MILLISECONDS): AsyncGenerator<Job | undefined> {
  for (;;) {
    const now = job.now();
    yield now;
    if (isOver(now)) return;
    while (job.now() === now) if (!(await changes(job, quietMilliseconds))) yield undefined;
  }
}

function changes({ listen }: OpenJob, milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    const end = (heard: boolean): void => {
      clearTimeout(timer);
      leave();
      resolve(heard);
    };
    const timer = setTimeout(() => end(false), milliseconds).unref();
    const leave = listen(() => end(true));
  });
}
