/** Any job: how far it is, a way to give it up, and how it ended. What it brought about is for its page to show. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Job as JobNow } from '../../../src/service/contract/jobs.ts';
import { type PageProps, Refused } from '../api.ts';
import { useElapsed } from './elapsed.ts';
import { Refusal } from './notice.tsx';
import { percent } from './numbers.ts';
import { isOver, useJob } from './watched-job.ts';
import './job.css';

interface Props extends PageProps {
  readonly started: JobNow;
  /** What is being done, for people. */
  readonly title: string;
  /** Called once, when it ended in any way. */
  readonly onOver?: () => void;
  readonly children: (done: JobNow) => ReactNode;
}

export function Job({ api, started, title, onOver, children }: Props) {
  const { job, thrown } = useJob(api, started);
  const over = isOver(job);
  useEffect(() => {
    if (over) onOver?.();
  }, [over, onOver]);
  if (job.state === 'done') return children(job);
  return (
    <section className="card job" aria-label={title}>
      <h2>{title}</h2>
      {thrown !== null && <Refusal of={thrown} />}
      {over ? <End job={job} /> : <Working api={api} job={job} title={title} />}
    </section>
  );
}

function Working({ api, job, title }: PageProps & { readonly job: JobNow; readonly title: string }) {
  const [thrown, setThrown] = useState<unknown>(null);
  const [asked, setAsked] = useState(false);
  const cancel = () => {
    setAsked(true);
    api.cancelJob(job.id).catch(setThrown);
  };
  const elapsed = useElapsed(new Date(job.at));
  const { stage, part } = job.progress;
  // work that cannot tell how far it is moves without a measure
  const measured = part > 0 ? { value: part } : {};
  return (
    <>
      <progress max={1} {...measured} aria-label={title} aria-valuetext={`${stage}, ${percent(part)}`} />
      <p className="stage">
        <span role="status">{asked && job.cancellable ? 'stopping' : stage}</span>
        <span className="number">
          {part > 0 && `${percent(Math.floor(100 * part) / 100)}, `}
          {elapsed}
        </span>
      </p>
      <button type="button" className="quiet" onClick={cancel} disabled={asked || !job.cancellable}>
        Cancel
      </button>
      {thrown !== null && <Refusal of={thrown} />}
    </>
  );
}

const End = ({ job: { state, refusal } }: { readonly job: JobNow }) =>
  state === 'cancelled' ? (
    <p role="status">Cancelled. {refusal?.detail}</p>
  ) : (
    <Refusal of={new Refused(refusal?.code ?? 'internal_fault', refusal?.detail ?? '')} />
  );
