import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSeat } from './seat.ts';

const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', order => parentPort.postMessage(order));
  parentPort.postMessage('ready');
`;

test('whoever gives an order to a thread that died while it waited is told, and waits for no word', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>;
  const seat = await openSeat(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), 48);
  const [worker] = await started;
  expect(await seat?.give('order', 60_000)).toEqual({ kind: 'word', word: 'order' });
  await worker.terminate();
  expect(await seat?.give('order', 60_000)).toEqual({ kind: 'fault', thrown: undefined });
});
