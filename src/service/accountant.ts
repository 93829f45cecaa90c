/** The accountant on a thread of its own, with a limit of time: a large workload must not keep questions waiting. */
import { Worker } from 'node:worker_threads';
import { type Answer, account, type Specification } from '../accounting/index.ts';
import { threadProgram } from '../thread/index.ts';
import { type RefusalCode, refuse } from '../vocabulary/index.ts';

export type Word =
  | { readonly answer: Answer | readonly Answer[] }
  | { readonly refused: { readonly code: RefusalCode; readonly message: string } };

const SECONDS = 20;

/** Where no thread can be started, the work is done here. */
export async function accountOnThread(specification: Specification): Promise<Answer | readonly Answer[]> {
  const program = threadProgram('service/accountant-thread', import.meta.url);
  const word = program && (await heard(new Worker(program, { workerData: specification })));
  if (word === undefined) return account(specification);
  if ('answer' in word) return word.answer;
  return refuse(word.refused.code, word.refused.message);
}

function heard(worker: Worker): Promise<Word | undefined> {
  const message = `This workload takes over ${SECONDS} seconds. Ask for fewer points, or use sortition account.`;
  return new Promise<Word | undefined>(resolve => {
    const late = setTimeout(() => resolve({ refused: { code: 'specification_too_large', message } }), 1000 * SECONDS);
    worker.once('message', resolve).once('error', () => resolve(undefined));
    worker.once('exit', () => clearTimeout(late));
  }).finally(() => worker.terminate());
}
