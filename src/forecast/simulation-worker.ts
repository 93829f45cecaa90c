/** One thread of a simulation: it is given the request when it starts, and then chunks by their number. */
import { parentPort, workerData } from 'node:worker_threads';
import { openChunks } from './simulation.ts';
import type { ThreadTask, ThreadWord } from './threads.ts';

const { request, settings }: ThreadTask = workerData;
const runChunk = openChunks(request, settings);

parentPort?.on('message', (chunk: number) => {
  const found = runChunk(chunk);
  parentPort?.postMessage({ chunk, found } satisfies ThreadWord, [found.buffer as ArrayBuffer]);
});
