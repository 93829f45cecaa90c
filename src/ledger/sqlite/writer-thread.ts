/** The program of a thread that writes a ledger: one order after the other, a word on each. */
import { parentPort } from 'node:worker_threads';
import { Fault, Refusal } from '../../vocabulary/index.ts';
import { openWriter, type Writer } from './writer.ts';
import type { WriterOrder, WriterWord } from './writer-apart.ts';

let writer: Writer | undefined;

async function perform(order: WriterOrder): Promise<unknown> {
  if (order.do === 'open') {
    writer = await openWriter(order.path, order.patienceMilliseconds);
    return undefined;
  }
  if (writer === undefined) throw new Fault('A ledger is opened before it is written.');
  return order.do === 'commit' ? writer.commit(order.writing) : writer[order.do]();
}

async function wordOn(order: WriterOrder): Promise<WriterWord> {
  try {
    return { done: await perform(order) };
  } catch (caught) {
    if (!(caught instanceof Refusal)) throw caught;
    return { refused: { code: caught.code, message: caught.message } };
  }
}

parentPort?.on('message', async (order: WriterOrder) => parentPort?.postMessage(await wordOn(order)));
parentPort?.postMessage('ready');
