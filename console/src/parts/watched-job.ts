/** A job as it is now, kept up to date until it is over. */
import { useEffect, useState } from 'react';
import type { Job } from '../../../src/service/contract/jobs.ts';
import type { Api } from '../api.ts';
import { keepWatching } from '../kept-watch.ts';

export interface WatchedJob {
  readonly job: Job;
  /** What keeps it from being the job of now. */
  readonly thrown: unknown;
}

export const isOver = ({ state }: Job): boolean => state !== 'waiting' && state !== 'running';

export function useJob(api: Api, started: Job): WatchedJob {
  const [watched, setWatched] = useState<WatchedJob>({ job: started, thrown: null });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let last = started;
    const show = (job: Job): void => {
      last = job;
      setWatched({ job, thrown: null });
    };
    void keepWatching({
      watch: async () => {
        if (!isOver(last)) await api.watchJob(started.id, show, signal);
        return !isOver(last);
      },
      complain: thrown => setWatched({ job: last, thrown }),
      meanwhile: 'The job continues in the meantime.',
      signal,
    });
    return () => leaving.abort();
  }, [api, started]);
  return watched;
}
