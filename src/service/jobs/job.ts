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
  // a result belongs to its kind by the type of the work, which the union of all jobs cannot see
  let now = Object.freeze({ kind, ...known, ...WAITING } as Job);
  const change = (more: Partial<Job>): void => {
    now = Object.freeze({ ...now, ...more } as Job);
    for (const changed of [...listeners]) changed();
  };
  const working: Working = {
    signal: controller.signal,
    progress: (stage, part) => {
      const before = now.progress;
      if (stage !== before.stage || percent(part) !== percent(before.part)) change({ progress: { stage, part } });
    },
    commit: () => change({ cancellable: false }),
  };
  return {
    now: () => now,
    async run() {
      change({ state: 'running', progress: { stage: 'starting', part: 0 } });
      try {
        const result = await work(working);
        const progress = { ...now.progress, part: 1 };
        change({ state: 'done', cancellable: false, progress, result } as Partial<Job>);
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) report(thrown);
        change(endedBy(thrown));
      }
    },
    giveUp() {
      if (now.state === 'waiting') change(endedBy(givenUp()));
      else controller.abort(givenUp());
    },
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

const WAITING = {
  state: 'waiting',
  progress: { stage: 'waiting for its turn', part: 0 },
  cancellable: true,
  refusal: null,
  result: null,
} as const;

const percent = (part: number): number => Math.floor(100 * part);

const givenUp = () => new Refusal('cancelled', 'It was cancelled before anything was recorded or charged.');

/** Of what went wrong with us nothing is said but this. */
const FAULT = 'An internal error of the service. The custodian can find it in the log.';

function endedBy(thrown: unknown): Partial<Job> {
  const { code, detail } = problemOf(thrown instanceof Refusal ? thrown : undefined, FAULT);
  return { state: code === 'cancelled' ? 'cancelled' : 'refused', cancellable: false, refusal: { code, detail } };
}
