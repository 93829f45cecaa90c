/** The program of a thread that computes: one order after the other, a word on each. */
import { parentPort } from 'node:worker_threads';
import { type Order, wordOn } from './work.ts';

parentPort?.on('message', (order: Order) => parentPort?.postMessage(wordOn(order)));
parentPort?.postMessage('ready');
