/** Jobs over HTTP, as a client meets them: started, followed to their end, and read from their stream of events. */
import type { Job } from '../../src/service/contract/jobs.ts';
import type { Caller, Reply, Served } from './served.ts';

/** Asks until a job is over. */
export async function ended(call: Served['call'], caller: Caller, { body }: Reply): Promise<Job> {
  for (;;) {
    const { body: job } = await call(caller, 'GET', `/v1/jobs/${body.id}`);
    if (job.state !== 'waiting' && job.state !== 'running') return job;
    await new Promise(later => setTimeout(later, 10));
  }
}

/** The events of a stream until it ends; `onEvent` sees each as it comes. */
export async function eventsFrom(reply: Response, onEvent: (job: Job) => unknown = () => {}): Promise<Job[]> {
  const seen: Job[] = [];
  let text = '';
  for await (const chunk of (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (!part.startsWith('data: ')) continue;
      seen.push(JSON.parse(part.slice('data: '.length)));
      await onEvent(seen[seen.length - 1]);
    }
  }
  return seen;
}
