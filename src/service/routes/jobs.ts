/** Work that takes long: which jobs there are, how far each is, and an end to those that can still be given up. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { job, jobs as jobList } from '../contract/jobs.ts';
import { problem } from '../contract/problem.ts';
import { endOfWatch, sendEvents } from '../event-stream.ts';
import { eventsOf } from '../jobs/job-events.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

const place = z.object({ id: z.string().max(100) });
const events = { 200: { content: { 'text/event-stream': { schema: job } } }, default: problem };

export function addJobs(server: TypedServer, { jobs }: RouteParts): void {
  server.get(
    '/v1/jobs',
    {
      config: forAnalysts,
      schema: {
        operationId: 'jobs',
        summary: 'Jobs, newest first: your own, or everyone’s for the custodian',
        response: sends(jobList),
      },
    },
    async request => ({ jobs: jobs.list(callerOf(request)) }),
  );
  server.get(
    '/v1/jobs/:id',
    {
      config: forAnalysts,
      schema: { operationId: 'job', summary: 'The state of a job', params: place, response: sends(job) },
    },
    async request => jobs.find(callerOf(request), request.params.id).now(),
  );
  server.get(
    '/v1/jobs/:id/events',
    {
      config: forAnalysts,
      exposeHeadRoute: false,
      schema: {
        operationId: 'jobEvents',
        summary: 'A job as server-sent events: its current state and every change, until it ends',
        params: place,
        response: events,
      },
    },
    (request, reply) => {
      const found = jobs.find(callerOf(request), request.params.id);
      void sendEvents(reply, eventsOf(found, { signal: endOfWatch(reply) }));
    },
  );
  // not DELETE: a job that was cancelled is still there to be looked at, and one that is recorded does not go away
  server.post(
    '/v1/jobs/:id/cancel',
    {
      config: forAnalysts,
      schema: {
        operationId: 'cancelJob',
        summary: 'Cancel a job; it has ended when its state says so',
        params: place,
        response: sends(job),
      },
    },
    async request => jobs.cancel(callerOf(request), request.params.id),
  );
}
