/** The program of a thread that computes: one order after the other, a word on each. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Progress } from '../../thread/index.ts';
import type { WorkOrder } from './work.ts';

// whoever waits for an answer that needs no computing comes first; elsewhere this would be of the whole process. Only ever
// lowered: who may not raise it would be refused
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10));

// loading it takes longer than most orders
const { wordOn } = await import('./work.ts');

const progress = (part: number): void => parentPort?.postMessage({ progress: part } satisfies Progress);

parentPort?.on('message', async (order: WorkOrder) => parentPort?.postMessage(await wordOn(order, { progress })));
parentPort?.postMessage('ready');
