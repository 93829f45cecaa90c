/** Something that is awaited: what is done, for how long already, and a way to stop waiting. */
import { useElapsed } from './elapsed.ts';
import './job.css';

interface Props {
  readonly stage: string;
  /** What becomes of it if nobody waits any longer. */
  readonly consequence?: string;
  /** When it began, if that was before. */
  readonly since?: Date;
  readonly onStop: () => void;
}

export function Waiting({ stage, consequence, since, onStop }: Props) {
  const elapsed = useElapsed(since);
  return (
    <section className="card job" aria-busy="true" aria-label={stage}>
      <h2>{stage}</h2>
      <progress aria-label={stage} />
      <p className="stage small">
        <span>{consequence}</span>
        <span className="number">{elapsed}</span>
      </p>
      <button type="button" className="quiet" onClick={onStop}>
        Cancel
      </button>
    </section>
  );
}
