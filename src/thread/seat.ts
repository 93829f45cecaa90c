/** One thread that is given one order at a time, and hears back a word; or it is lost, and with it what it worked on. */
import { Worker } from 'node:worker_threads';
import { Fault } from '../vocabulary/index.ts';

export type Heard =
  | { readonly kind: 'word'; readonly word: unknown }
  | { readonly kind: 'late' }
  | { readonly kind: 'given up' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'fault'; readonly thrown: unknown };

export interface ThreadSeat {
  /** After anything but a word the thread is gone. */
  give(order: unknown, deadlineMilliseconds: number, watching?: Watching): Promise<Heard>;
  end(): Promise<void>;
}

/** Of whoever can wait: how far it is, from 0 to 1, and a way to give it up. */
export interface Watching {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((part: number) => void) | undefined;
}

/** What a program may say before its word on an order. */
export interface Progress {
  readonly progress: number;
}

const isProgress = (said: unknown): said is Progress => typeof said === 'object' && said !== null && 'progress' in said;

/** Undefined where this Node cannot run the program, as sources are for an older one. It says a first word when it is ready. */
export function openSeat(program: URL, memoryMegabytes: number): Promise<ThreadSeat | undefined> {
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

function seatOf(worker: Worker): ThreadSeat {
  // of a thread that is ended, or dies while it waits, nobody needs to know
  worker.on('error', () => {});
  let ended = false;
  // whoever gives it an order afterwards must not wait for a word
  worker.on('exit', () => {
    ended = true;
  });
  const end = async (): Promise<void> => {
    ended = true;
    await worker.terminate();
  };
  return {
    end,
    give: (order, deadlineMilliseconds, { signal, progress } = {}) =>
      new Promise(resolve => {
        // throws what cannot be sent, before anybody waits for a word on it
        worker.postMessage(order);
        const over = (heard: Heard): void => {
          clearTimeout(late);
          worker.off('message', word).off('error', died).off('exit', left);
          signal?.removeEventListener('abort', givenUp);
          if (heard.kind !== 'word') void end();
          resolve(heard);
        };
        const word = (said: unknown): void =>
          isProgress(said) ? progress?.(said.progress) : over({ kind: 'word', word: said });
        const givenUp = (): void => over({ kind: 'given up' });
        const died = (thrown: Error): void =>
          over('code' in thrown && thrown.code === OUT_OF_MEMORY ? { kind: 'memory' } : { kind: 'fault', thrown });
        const left = (): void => over({ kind: 'fault', thrown: undefined });
        const late = setTimeout(() => over({ kind: 'late' }), deadlineMilliseconds);
        worker.on('message', word).on('error', died).on('exit', left);
        signal?.addEventListener('abort', givenUp);
        if (ended) left();
        else if (signal?.aborted) givenUp();
      }),
  };
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
