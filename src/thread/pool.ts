/** A few threads for all that is computed: fair turns among those who ask, and a limit of memory and time for each order. */
import { invariant, Refusal, refuse } from '../vocabulary/index.ts';
import { type Heard, openSeat, type Seat } from './seat.ts';
import { openTurns } from './turns.ts';

export interface PoolLimits {
  readonly threads: number;
  /** Of the heap of one thread. */
  readonly memoryMegabytes: number;
  /** For one order, once it has its turn. */
  readonly deadlineMilliseconds: number;
  /** Of one asker. */
  readonly waitingMost: number;
}

export interface Pool {
  /** What the program says to an order; refuses what takes too long or too much memory. */
  run(by: string, order: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Longer than between the requests of somebody who turns a dial. */
const IDLE_MILLISECONDS = 10_000;

interface Waiting {
  readonly order: unknown;
  readonly resolve: (word: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** `here` is asked where there is no program that this Node can run: never because a thread was lost. */
export function openPool(program: URL | undefined, here: (order: unknown) => unknown, limits: PoolLimits): Pool {
  const turns = openTurns<Waiting>();
  const idle: Seat[] = [];
  const busy = new Set<Seat>();
  let running = 0;
  let closed = false;
  const perform = async (order: unknown): Promise<unknown> => {
    const seat = idle.pop() ?? (program && (await openSeat(program, limits.memoryMegabytes)));
    // copied as for a thread: what could not be sent there is noticed here too
    if (seat === undefined) return here(structuredClone(order));
    busy.add(seat);
    // it was closed while the thread began
    if (closed) await seat.end();
    const heard = await seat.give(order, limits.deadlineMilliseconds).finally(() => busy.delete(seat));
    if (heard.kind === 'word' && !closed) idle.push(seat);
    return closed && heard.kind !== 'word' ? refuse('cancelled', STOPPING) : wordIn(heard, limits);
  };
  // a thread that computed much keeps much memory
  const rest = (): void => {
    for (const seat of idle.splice(0)) void seat.end();
  };
  let resting: NodeJS.Timeout | undefined;
  const advance = (): void => {
    const next = running < limits.threads ? turns.next() : undefined;
    if (next === undefined) return;
    running += 1;
    const ended = (): void => {
      running -= 1;
      clearTimeout(resting);
      resting = setTimeout(rest, IDLE_MILLISECONDS).unref();
      advance();
    };
    void perform(next.order).then(next.resolve, next.reject).finally(ended);
    advance();
  };
  return {
    run: (by, order) =>
      new Promise((resolve, reject) => {
        if (closed) refuse('cancelled', STOPPING);
        if (turns.count(by) >= limits.waitingMost)
          refuse(
            'rate_limited',
            `At most ${limits.waitingMost} computations of yours wait at a time; wait for their end.`,
          );
        turns.add(by, { order, resolve, reject });
        advance();
      }),
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const { reject } of turns.drain()) reject(new Refusal('cancelled', STOPPING));
      await Promise.all([...idle.splice(0), ...busy].map(seat => seat.end()));
    },
  };
}

const STOPPING = 'The service stops: nothing was computed, and nothing charged.';

function wordIn(heard: Heard, { deadlineMilliseconds, memoryMegabytes }: PoolLimits): unknown {
  switch (heard.kind) {
    case 'word':
      return heard.word;
    case 'late':
      return refuse(
        'specification_too_large',
        `This takes over ${deadlineMilliseconds / 1000} seconds. Ask for fewer points, or use the command line, which has no such limit.`,
      );
    case 'memory':
      return refuse(
        'specification_too_large',
        `This takes over ${memoryMegabytes} MB of memory. Ask for fewer points, or use the command line, which has no such limit.`,
      );
    case 'fault':
      if (heard.thrown instanceof Error) throw heard.thrown;
      return invariant(false, 'a thread ends only when it is told to');
  }
}
