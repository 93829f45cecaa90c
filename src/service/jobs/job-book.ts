/**
 * The jobs of a service: few run at once, the others wait their turn, and the last that ended are remembered. They live as
 * long as the process; what must outlive it stands in the ledger.
 */
import { randomUUID } from 'node:crypto';
import { refuse } from '../../vocabulary/index.ts';
import type { Job, JobKind } from '../contract/jobs.ts';
import type { Token } from '../tokens/token.ts';
import { isOver, type JobOrder, type OpenJob, openJob } from './job.ts';

/** Who asks. A custodian may have an analyst's name: then they are still two. */
export type Asker = Pick<Token, 'role' | 'analyst'>;

export interface NewJob<Kind extends JobKind> extends JobOrder<Kind> {
  readonly by: Asker;
  /** What was ordered: the same key with another order is refused. */
  readonly order: unknown;
  readonly key?: string | undefined;
}

export interface JobBook {
  /** A new job, or the one that this key started. */
  start<Kind extends JobKind>(job: NewJob<Kind>): Job;
  /** One's own, the custodian's are all; the newest first. */
  list(asker: Asker): readonly Job[];
  find(asker: Asker, id: string): OpenJob;
  cancel(asker: Asker, id: string): Job;
  /** Gives up all that can be given up, and waits for the rest. */
  stop(): Promise<void>;
}

export interface JobSurroundings {
  readonly clock: () => Date;
  readonly report: (thrown: unknown) => void;
}

const RUNNING_MOST = 2;
/** Of one asker, running ones included. */
const OPEN_MOST = 10;
const KEPT_MOST = 100;

interface Entry {
  readonly by: Asker;
  readonly key: string | undefined;
  readonly order: string;
  readonly job: OpenJob;
}

export function openJobBook({ clock, report }: JobSurroundings): JobBook {
  let entries: readonly Entry[] = [];
  const running = new Map<Entry, Promise<void>>();
  let stopping = false;
  const advance = (): void => {
    const waiting = entries.filter(({ job }) => job.now().state === 'waiting');
    // nobody with many jobs keeps those who have one waiting
    const next = waiting.find(({ by }) => ![...running.keys()].some(one => isSame(one.by, by))) ?? waiting[0];
    if (next === undefined || running.size >= RUNNING_MOST) return;
    const ended = next.job.run().then(() => {
      running.delete(next);
      advance();
    });
    running.set(next, ended);
    advance();
  };
  const find = (asker: Asker, id: string): OpenJob =>
    entries.find(({ job, by }) => job.now().id === id && maySee(asker, by))?.job ??
    refuse('job_unknown', 'There is no such job for you. It may have expired, or the service was restarted.');
  return {
    start({ by, order, key, ...work }) {
      const written = JSON.stringify([work.kind, order]);
      const same = key === undefined ? undefined : entries.find(one => one.key === key && isSame(one.by, by));
      if (same !== undefined)
        return same.order === written
          ? same.job.now()
          : refuse('idempotency_mismatch', 'This idempotency key belongs to another job. Use a new key for each job.');
      checkRoom(entries, by);
      const job = openJob(work, { id: randomUUID(), analyst: by.analyst, at: clock().toISOString(), report });
      entries = remembered([...entries, { by, key, order: written, job }]);
      if (stopping) job.giveUp();
      advance();
      return job.now();
    },
    list: asker => entries.flatMap(({ job, by }) => (maySee(asker, by) ? [job.now()] : [])).reverse(),
    find,
    cancel(asker, id) {
      const job = find(asker, id);
      const now = job.now();
      if (isOver(now)) return now;
      if (!now.cancellable)
        return refuse('job_committed', 'This draw is recorded in the ledger and can no longer be cancelled.');
      job.giveUp();
      return job.now();
    },
    async stop() {
      stopping = true;
      for (const { job } of entries) if (!isOver(job.now())) job.giveUp();
      await Promise.all(running.values());
    },
  };
}

const isSame = (one: Asker, other: Asker): boolean => one.role === other.role && one.analyst === other.analyst;

const maySee = (asker: Asker, by: Asker): boolean => asker.role === 'custodian' || isSame(asker, by);

function checkRoom(entries: readonly Entry[], by: Asker): void {
  const open = entries.filter(one => isSame(one.by, by) && !isOver(one.job.now()));
  if (open.length < OPEN_MOST) return;
  refuse(
    'rate_limited',
    `You may have at most ${OPEN_MOST} waiting or running jobs. Wait for one to end, or cancel one.`,
  );
}

/** All that are not over, and the last that are. */
function remembered(entries: readonly Entry[]): readonly Entry[] {
  const over = entries.filter(({ job }) => isOver(job.now()));
  const forgotten = new Set(over.slice(0, Math.max(0, over.length - KEPT_MOST)));
  return entries.filter(entry => !forgotten.has(entry));
}
