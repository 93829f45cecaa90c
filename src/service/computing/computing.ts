/** Where requests are computed: on threads beside the one that answers everybody, in fair turns and within limits. */
import { availableParallelism } from 'node:os';
import { openPool, threadProgram, type Watching } from '../../thread/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Asker } from '../jobs/job-book.ts';
import { type Computed, type Word, type WorkInput, type WorkKind, type WorkOrder, wordOn } from './work.ts';

export interface Computing {
  compute<Kind extends WorkKind>(
    by: Asker,
    kind: Kind,
    asked: WorkInput<Kind>,
    watching?: Watching,
  ): Promise<Computed<Kind>>;
  /** The same, for one asker. */
  for(by: Asker): Compute;
  close(): Promise<void>;
}

export type Compute = <Kind extends WorkKind>(
  kind: Kind,
  asked: WorkInput<Kind>,
  watching?: Watching,
) => Promise<Computed<Kind>>;

/** One long order at a time must leave room for others; more than a few would only take memory. */
const LIMITS = {
  threads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  memoryMegabytes: 512,
  deadlineMilliseconds: 20_000,
  watchedMilliseconds: 120_000,
  waitingMost: 20,
};

export function openComputing(): Computing {
  const program = threadProgram('service/computing/thread', import.meta.url);
  const pool = openPool(program, (order, watching) => wordOn(order as WorkOrder, watching), LIMITS);
  const compute: Computing['compute'] = async <Kind extends WorkKind>(
    { role, analyst }: Asker,
    kind: Kind,
    asked: WorkInput<Kind>,
    watching?: Watching,
  ) => {
    const order: WorkOrder<Kind> = { kind, asked };
    const word = (await pool.run(`${role} ${analyst}`, order, watching)) as Word;
    if ('refused' in word) return refuse(word.refused.code, word.refused.message);
    return word.answer as Computed<Kind>;
  };
  return {
    compute,
    for:
      by =>
      (...words) =>
        compute(by, ...words),
    close: () => pool.close(),
  };
}
