/** The program of a thread that computes: one order after the other, a word on each. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Order } from './work.ts';

// whoever waits for an answer that needs no computing comes first; elsewhere this would be of the whole process
if (process.platform === 'linux') setPriority(10);

// loading it takes longer than most orders
const { wordOn } = await import('./work.ts');

parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await wordOn(order)));
parentPort?.postMessage('ready');
