/** One thread that is given one order at a time, and hears back a word; or it is lost, and with it what it worked on. */
import { Worker } from 'node:worker_threads';
import { Fault } from '../vocabulary/index.ts';

export type Heard =
  | { readonly kind: 'word'; readonly word: unknown }
  | { readonly kind: 'late' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'fault'; readonly thrown: unknown };

export interface Seat {
  /** After anything but a word the thread is gone. */
  give(order: unknown, deadlineMilliseconds: number): Promise<Heard>;
  end(): Promise<void>;
}

/** Undefined where this Node cannot run the program, as sources are for an older one. It says a first word when it is ready. */
export function openSeat(program: URL, memoryMegabytes: number): Promise<Seat | undefined> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } });
  // a thread that waits must not be what keeps the process alive
  worker.unref();
  return new Promise((resolve, reject) => {
    const failed = (thrown: Error): void => {
      if ('code' in thrown && thrown.code === 'ERR_UNKNOWN_FILE_EXTENSION') resolve(undefined);
      else reject(thrown);
    };
    const left = (): void => reject(new Fault('The program of a thread ended before it was ready.'));
    worker.once('error', failed).once('exit', left);
    worker.once('message', () => {
      worker.off('error', failed).off('exit', left);
      resolve(seatOf(worker));
    });
  });
}

function seatOf(worker: Worker): Seat {
  // of a thread that is ended, or dies while it waits, nobody needs to know
  worker.on('error', () => {});
  let ended = false;
  const end = async (): Promise<void> => {
    ended = true;
    await worker.terminate();
  };
  return {
    end,
    give: (order, deadlineMilliseconds) =>
      new Promise(resolve => {
        // throws what cannot be sent, before anybody waits for a word on it
        worker.postMessage(order);
        const over = (heard: Heard): void => {
          clearTimeout(late);
          worker.off('message', word).off('error', died).off('exit', left);
          if (heard.kind !== 'word') void end();
          resolve(heard);
        };
        const word = (said: unknown): void => over({ kind: 'word', word: said });
        const died = (thrown: Error): void =>
          over('code' in thrown && thrown.code === OUT_OF_MEMORY ? { kind: 'memory' } : { kind: 'fault', thrown });
        const left = (): void => over({ kind: 'fault', thrown: undefined });
        const late = setTimeout(() => over({ kind: 'late' }), deadlineMilliseconds);
        worker.on('message', word).on('error', died).on('exit', left);
        if (ended) left();
      }),
  };
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
