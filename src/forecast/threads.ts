/** A simulation on all cores. What comes out does not depend on how many there are, or on whether threads can be had at all. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../thread/index.ts';
import {
  checkSimulation,
  chunksOf,
  gathered,
  openChunks,
  type Setting,
  type Simulation,
  type SimulationRequest,
  settingsOf,
} from './simulation.ts';

export interface ThreadTask {
  readonly request: SimulationRequest;
  readonly settings: readonly Setting[];
}

export interface ThreadWord {
  readonly chunk: number;
  readonly found: Float64Array;
}

export interface Watching {
  /** Told after each chunk which part of the work is done. */
  readonly progress?: ((part: number) => void) | undefined;
  readonly threads?: number | undefined;
}

/** Less work than this is done before a thread has started. */
const VALUES_WORTH_A_THREAD = 2e7;

export async function simulateOnThreads(
  request: SimulationRequest,
  { progress, threads = availableParallelism() }: Watching = {},
): Promise<Simulation> {
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
  const values = request.runs * task.settings.length * request.population.sorted.length;
  if (threads > 1 && values >= VALUES_WORTH_A_THREAD) await onWorkers(task, threads, remaining, keep);
  if (remaining.length > 0) {
    const runChunk = openChunks(request, task.settings);
    for (const chunk of remaining) keep({ chunk, found: runChunk(chunk) });
  }
  return gathered(request, task.settings, chunks);
}

/** Takes chunks away from those that remain; what threads cannot do, for there are none, is left there. */
async function onWorkers(
  task: ThreadTask,
  threads: number,
  remaining: number[],
  keep: (word: ThreadWord) => void,
): Promise<void> {
  const program = threadProgram('forecast/simulation-worker', import.meta.url);
  if (program === undefined) return;
  const count = Math.min(threads, remaining.length);
  await Promise.all(Array.from({ length: count }, () => oneWorker(program, task, remaining, keep)));
}

function oneWorker(
  program: URL,
  task: ThreadTask,
  remaining: number[],
  keep: (word: ThreadWord) => void,
): Promise<void> {
  return new Promise(resolve => {
    const worker = new Worker(program, { workerData: task });
    let current = remaining.shift();
    const end = (): void => {
      if (current !== undefined) remaining.push(current);
      current = undefined;
      worker.terminate().then(() => resolve());
    };
    worker.on('message', (word: ThreadWord) => {
      keep(word);
      current = remaining.shift();
      if (current === undefined) end();
      else worker.postMessage(current);
    });
    worker.on('error', end);
    worker.postMessage(current);
  });
}
