/** A simulation on all cores. What comes out does not depend on how many there are, or on whether threads can be had at all. */
import { availableParallelism } from 'node:os';
import { setImmediate as immediately } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../thread/index.ts';
import {
  checkSimulation,
  chunksOf,
  gathered,
  openChunks,
  type QuantileSimulation,
  type SimulationRequest,
  type SimulationSetting,
  settingsOf,
} from './simulation.ts';

export interface ThreadTask {
  readonly request: SimulationRequest;
  readonly settings: readonly SimulationSetting[];
}

export interface ThreadWord {
  readonly chunk: number;
  readonly found: Float64Array;
}

export interface ThreadControl {
  /** Told after each chunk which part of the work is done. */
  readonly progress?: ((part: number) => void) | undefined;
  /** So many, however little there is to do. Without it all cores, where that is worth their start. */
  readonly threads?: number | undefined;
  /** Ends all threads at once, and the simulation by throwing its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Less work than this is done before a thread has started. */
const VALUES_WORTH_A_THREAD = 2e7;

export async function simulateOnThreads(
  request: SimulationRequest,
  { progress, threads, signal }: ThreadControl = {},
): Promise<QuantileSimulation> {
  const task = { request, settings: settingsOf(checkSimulation(request)) };
  const chunks: Float64Array[] = [];
  const remaining = Array.from({ length: chunksOf(request) }, (_, chunk) => chunk);
  const total = remaining.length;
  let done = 0;
  const keep = ({ chunk, found }: ThreadWord): void => {
    chunks[chunk] = found;
    done += 1;
    progress?.(done / total);
  };
  const count = threads ?? threadsWorth(request.runs * task.settings.length * request.population.sorted.length);
  if (count > 1) await onWorkers({ task, remaining, keep, signal }, count);
  if (remaining.length > 0) {
    const runChunk = openChunks(request, task.settings);
    for (const chunk of remaining) {
      signal?.throwIfAborted();
      keep({ chunk, found: runChunk(chunk) });
      // others on this thread get their turn, and a signal is heard
      await immediately();
    }
  }
  signal?.throwIfAborted();
  return gathered(request, task.settings, chunks);
}

const threadsWorth = (values: number): number => (values >= VALUES_WORTH_A_THREAD ? availableParallelism() : 1);

interface Shared {
  readonly task: ThreadTask;
  /** Chunks are taken away from here; what threads cannot do, for there are none, is left. */
  readonly remaining: number[];
  readonly keep: (word: ThreadWord) => void;
  readonly signal: AbortSignal | undefined;
}

async function onWorkers(shared: Shared, threads: number): Promise<void> {
  const program = threadProgram('forecast/simulation-worker', import.meta.url);
  if (program === undefined) return;
  const count = Math.min(threads, shared.remaining.length);
  await Promise.all(Array.from({ length: count }, () => oneWorker(program, shared)));
}

function oneWorker(program: URL, { task, remaining, keep, signal }: Shared): Promise<void> {
  return new Promise(resolve => {
    const worker = new Worker(program, { workerData: task });
    let current = remaining.shift();
    const end = (): void => {
      if (current !== undefined) remaining.push(current);
      current = undefined;
      signal?.removeEventListener('abort', end);
      worker.terminate().then(() => resolve());
    };
    worker.on('message', (word: ThreadWord) => {
      keep(word);
      current = remaining.shift();
      if (current === undefined) end();
      else worker.postMessage(current);
    });
    worker.on('error', end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    else worker.postMessage(current);
  });
}
