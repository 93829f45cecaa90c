/** One job: its present state, whoever waits for a change of it, and how it ends. States are frozen and replaced. */
import { problemOf, Refusal } from '../../vocabulary/index.ts';
import type { Job, JobKind } from '../contract/jobs.ts';

export type Result<Kind extends JobKind> = NonNullable<Extract<Job, { kind: Kind }>['result']>;

/** What the work of a job is given. */
export interface Working {
  readonly signal: AbortSignal;
  readonly progress: (stage: string, part: number) => void;
  /** From here on nothing can be undone: nobody is let to cancel it. */
  readonly commit: () => void;
}

export interface JobOrder<Kind extends JobKind> {
  readonly kind: Kind;
  readonly work: (working: Working) => Promise<Result<Kind>>;
}

export interface OpenJob {
  readonly now: () => Job;
  /** Does the work; never rejects. */
  readonly run: () => Promise<void>;
  /** Asks the work to stop. It is over when the work says so: what is recorded is finished. */
  readonly giveUp: () => void;
  /** Calls back at the next changes, until it is left. */
  readonly listen: (changed: () => void) => () => void;
}

export interface JobFacts extends Pick<Job, 'id' | 'analyst' | 'at'> {
  /** Hears what went wrong with us. */
  readonly report: (thrown: unknown) => void;
}

export const isOver = ({ state }: Job): boolean => state !== 'waiting' && state !== 'running';

export function openJob<Kind extends JobKind>({ kind, work }: JobOrder<Kind>, facts: JobFacts): OpenJob {
  const { report, ...known } = facts;
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  const first = { stage: 'waiting for its turn', part: 0 };
  // a result belongs to its kind by the type of the work, which the union of all jobs cannot see
  let now = {
    kind,
    ...known,
    state: 'waiting',
    progress: first,
    cancellable: true,
    refusal: null,
    result: null,
  } as Job;
  const change = (more: Partial<Job>): void => {
    now = Object.freeze({ ...now, ...more } as Job);
    for (const changed of [...listeners]) changed();
  };
  const working: Working = {
    signal: controller.signal,
    progress: (stage, part) => {
      if (stage !== now.progress.stage || percent(part) !== percent(now.progress.part))
        change({ progress: { stage, part } });
    },
    commit: () => change({ cancellable: false }),
  };
  const refused = (thrown: unknown): void => {
    if (!(thrown instanceof Refusal)) report(thrown);
    const { code, detail } = problemOf(thrown instanceof Refusal ? thrown : undefined, FAULT);
    const state = code === 'cancelled' ? 'cancelled' : 'refused';
    change({ state, cancellable: false, refusal: { code, detail } });
  };
  const run = async (): Promise<void> => {
    change({ state: 'running', progress: { stage: 'starting', part: 0 } });
    try {
      const result = await work(working);
      const progress = { ...now.progress, part: 1 };
      change({ state: 'done', cancellable: false, progress, result } as Partial<Job>);
    } catch (thrown) {
      refused(thrown);
    }
  };
  return {
    now: () => now,
    run,
    giveUp() {
      if (now.state === 'waiting') refused(givenUp());
      else controller.abort(givenUp());
    },
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

const percent = (part: number): number => Math.floor(100 * part);

const givenUp = () => new Refusal('cancelled', 'It was given up before anything was recorded or charged.');

const FAULT = 'A fault of this service. The custodian finds it in the log.';
