/** Starting a job: an order whose reply was lost is sent again under its key, and so is done once. It goes on while other pages are looked at. */
import { useRef, useState } from 'react';
import type { Job } from '../../../src/service/contract/jobs.ts';
import { useKept } from './kept.tsx';

export interface StartedJob<Order> {
  readonly started: Job | null;
  /** Why there is none. */
  readonly thrown: unknown;
  start(order: Order): void;
  /** Takes up one that was started elsewhere, unless there is one already. */
  adopt(job: Job): void;
}

/** `name`: where the job is found again. */
export function useStarted<Order extends object>(
  name: string,
  send: (order: Order, key: string) => Promise<Job>,
): StartedJob<Order> {
  const [started, setStarted] = useKept<Job | null>(name, () => null);
  const [thrown, setThrown] = useState<unknown>(null);
  const unanswered = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const start = (order: Order) => {
    const text = JSON.stringify(order);
    const key = unanswered.current?.text === text ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { text, key };
    setThrown(null);
    send(order, key).then(job => {
      unanswered.current = null;
      setStarted(job);
    }, setThrown);
  };
  return { started, thrown, start, adopt: job => started === null && setStarted(job) };
}
