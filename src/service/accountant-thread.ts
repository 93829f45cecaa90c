/** One workload, priced, and then this thread ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { account, type Specification } from '../accounting/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import type { Word } from './accountant.ts';

function wordOn(specification: Specification): Word {
  try {
    return { answer: account(specification) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { refused: { code: thrown.code, message: thrown.message } };
    throw thrown;
  }
}

parentPort?.postMessage(wordOn(workerData));
