/** Orders that somebody waits for, and orders that somebody watches, which take longer: neither keeps the other from a thread. */
import { refuse } from '../vocabulary/index.ts';
import { openTurns } from './turns.ts';

export interface Queues<Order> {
  add(by: string, order: Order): void;
  /** Takes the order whose turn it is, if a thread is free for it; `ended` gives the thread back. */
  next(): { readonly order: Order; readonly ended: () => void } | undefined;
  /** Takes all that wait. */
  drain(): readonly Order[];
}

interface QueueLimits {
  readonly threads: number;
  readonly waitingMost: number;
}

export function openQueues<Order extends { readonly watching?: unknown }>({
  threads,
  waitingMost,
}: QueueLimits): Queues<Order> {
  const [waitedFor, watched] = [openTurns<Order>(), openTurns<Order>()];
  const queueOf = ({ watching }: Order) => (watching === undefined ? waitedFor : watched);
  const running = new Set<Order>();
  /** One that is watched comes first where none is worked on, and never takes the last thread where there are several. */
  const take = (): Order | undefined => {
    const watchedRunning = [...running].filter(order => queueOf(order) === watched).length;
    if (watchedRunning === 0) return watched.next() ?? waitedFor.next();
    return waitedFor.next() ?? (watchedRunning < threads - 1 ? watched.next() : undefined);
  };
  return {
    add(by, order) {
      const queue = queueOf(order);
      if (queue.count(by) >= waitingMost)
        refuse('rate_limited', `You already have ${waitingMost} computations waiting. Wait until they finish.`);
      queue.add(by, order);
    },
    next() {
      const order = running.size < threads ? take() : undefined;
      if (order === undefined) return undefined;
      running.add(order);
      return { order, ended: () => void running.delete(order) };
    },
    drain: () => [...waitedFor.drain(), ...watched.drain()],
  };
}
