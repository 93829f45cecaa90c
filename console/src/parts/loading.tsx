/** What the service sends: while it is awaited, when it is there, and when it is refused or no longer awaited. */
import type { ReactNode } from 'react';
import { useElapsed } from './elapsed.ts';
import { useLoaded } from './loaded.ts';
import { Refusal } from './notice.tsx';
import { Waiting } from './waiting.tsx';

interface Props<Value> {
  readonly from: (signal: AbortSignal) => Promise<Value>;
  /** What is being done, for those who wait longer than a moment. */
  readonly stage?: string;
  /** Fetched anew when this changes. */
  readonly turn?: number;
  readonly children: (value: Value) => ReactNode;
}

export function Loading<Value>({ from, stage = 'Loading', turn = 0, children }: Props<Value>) {
  const { state, since, load, stop } = useLoaded(from, turn);
  if (state.kind === 'awaited')
    return (
      <div className="awaited" aria-busy="true">
        {since !== null && <Waiting stage={stage} since={since} onStop={stop} />}
      </div>
    );
  if (state.kind === 'left')
    return (
      <div className="awaited left">
        {stage}: cancelled. <PlainButton words="Try again" onPress={load} />
      </div>
    );
  return (
    <>
      {since !== null && (
        <Above>
          {stage}, <Elapsed since={since} /> <PlainButton words="Cancel" onPress={stop} />
        </Above>
      )}
      {state.kind === 'there' && state.isOutdated && (
        <Above>
          This is out of date. <PlainButton words="Try again" onPress={load} />
        </Above>
      )}
      {state.kind === 'refused' ? <Refusal of={state.thrown} onRetry={load} /> : children(state.value)}
    </>
  );
}

/** Over what was there before, so that nothing moves. */
const Above = ({ children }: { readonly children: ReactNode }) => (
  <div className="above">
    <p>{children}</p>
  </div>
);

const Elapsed = ({ since }: { readonly since: Date }) => <span className="number">{useElapsed(since)}</span>;

const PlainButton = ({ words, onPress }: { readonly words: string; readonly onPress: () => void }) => (
  <button type="button" className="plain" onClick={onPress}>
    {words}
  </button>
);
