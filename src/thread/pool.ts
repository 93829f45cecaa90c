/** A few threads for all that is computed: fair turns among those who ask, and a limit of memory and time for each order. */
import { invariant, Refusal, refuse } from '../vocabulary/index.ts';
import { openQueues } from './queues.ts';
import { type Heard, openSeat, type ThreadSeat, type Watching } from './seat.ts';

export interface PoolLimits {
  readonly threads: number;
  /** Of the heap of one thread. */
  readonly memoryMegabytes: number;
  /** For one order, once it has its turn. */
  readonly deadlineMilliseconds: number;
  /** For one that somebody watches. */
  readonly watchedMilliseconds: number;
  /** Of one asker. */
  readonly waitingMost: number;
}

export interface Pool {
  /**
   * What the program says to an order; refuses what takes too long or too much memory. Who watches an order can wait: such
   * orders leave a thread to others.
   */
  run(by: string, order: unknown, watching?: Watching): Promise<unknown>;
  close(): Promise<void>;
}

/** Longer than between the requests of somebody who turns a dial. */
const IDLE_MILLISECONDS = 10_000;

interface Waiting {
  readonly order: unknown;
  readonly watching: Watching | undefined;
  readonly resolve: (word: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** `here` is asked where there is no program that this Node can run: never because a thread was lost. */
export function openPool(
  program: URL | undefined,
  here: (order: unknown, watching?: Watching) => unknown,
  limits: PoolLimits,
): Pool {
  const queues = openQueues<Waiting>(limits);
  const idle: ThreadSeat[] = [];
  const busy = new Set<ThreadSeat>();
  let closed = false;
  const perform = async ({ order, watching }: Waiting): Promise<unknown> => {
    watching?.signal?.throwIfAborted();
    const seat = idle.pop() ?? (program && (await openSeat(program, limits.memoryMegabytes)));
    // copied as for a thread: what could not be sent there is noticed here too
    if (seat === undefined) return here(structuredClone(order), watching);
    busy.add(seat);
    // it was closed while the thread began
    if (closed) await seat.end();
    const milliseconds = watching === undefined ? limits.deadlineMilliseconds : limits.watchedMilliseconds;
    const heard = await seat.give(order, milliseconds, watching).finally(() => busy.delete(seat));
    if (heard.kind === 'word' && !closed) idle.push(seat);
    watching?.signal?.throwIfAborted();
    return closed && heard.kind !== 'word' ? refuse('cancelled', STOPPING) : wordIn(heard, { ...limits, milliseconds });
  };
  // a thread that computed much keeps much memory
  const rest = (): void => {
    for (const seat of idle.splice(0)) void seat.end();
  };
  let resting: NodeJS.Timeout | undefined;
  const advance = (): void => {
    const next = queues.next();
    if (next === undefined) return;
    const { order, ended } = next;
    const rested = (): void => {
      ended();
      clearTimeout(resting);
      resting = setTimeout(rest, IDLE_MILLISECONDS).unref();
      advance();
    };
    void perform(order).then(order.resolve, order.reject).finally(rested);
    advance();
  };
  return {
    run: (by, order, watching) =>
      new Promise((resolve, reject) => {
        if (closed) refuse('cancelled', STOPPING);
        queues.add(by, { order, watching, resolve, reject });
        // nobody waits for the turn of what was given up
        watching?.signal?.addEventListener('abort', () => reject(watching.signal?.reason), { once: true });
        advance();
      }),
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const { reject } of queues.drain()) reject(new Refusal('cancelled', STOPPING));
      await Promise.all([...idle.splice(0), ...busy].map(seat => seat.end()));
    },
  };
}

const STOPPING = 'The service is stopping. Nothing was computed and nothing was charged.';

function wordIn(heard: Heard, { milliseconds, memoryMegabytes }: PoolLimits & { milliseconds: number }): unknown {
  switch (heard.kind) {
    case 'word':
      return heard.word;
    case 'late':
      return refuse(
        'specification_too_large',
        `This takes more than ${milliseconds / 1000} seconds. Ask for fewer points, or use the command line, which has no such limit.`,
      );
    case 'memory':
      return refuse(
        'specification_too_large',
        `This takes more than ${memoryMegabytes} MB of memory. Ask for fewer points, or use the command line, which has no such limit.`,
      );
    case 'given up':
      return invariant(false, 'its caller already has an answer');
    case 'fault':
      if (heard.thrown instanceof Error) throw heard.thrown;
      return invariant(false, 'a thread ends only when it is stopped');
  }
}
