/** Something fetched: awaited, there, refused, or given up; and whether it takes long enough to say so. */
import { useCallback, useEffect, useRef, useState } from 'react';

type LoadState<Value> =
  | { readonly kind: 'awaited' }
  | { readonly kind: 'left' }
  /** Outdated where something newer was asked for, and given up. */
  | { readonly kind: 'there'; readonly value: Value; readonly isOutdated: boolean }
  | { readonly kind: 'refused'; readonly thrown: unknown };

export interface Loaded<Value> {
  readonly state: LoadState<Value>;
  /** When it began, if it has taken longer than a moment by now. */
  readonly since: Date | null;
  readonly load: () => void;
  /** Waits no longer. */
  readonly stop: () => void;
}

/** Until then it is no waiting, and whatever is said of it would only flicker. */
const MOMENT_MILLISECONDS = 1000;

/** Fetched anew whenever `from` or `turn` changes; the signal ends the fetching. */
export function useLoaded<Value>(from: (signal: AbortSignal) => Promise<Value>, turn: number): Loaded<Value> {
  const [state, setState] = useState<LoadState<Value>>({ kind: 'awaited' });
  const [since, setSince] = useState<Date | null>(null);
  const leave = useRef(() => {});
  const load = useCallback(() => {
    leave.current();
    const leaving = new AbortController();
    const begun = new Date();
    const later = setTimeout(() => setSince(begun), MOMENT_MILLISECONDS);
    leave.current = () => {
      clearTimeout(later);
      setSince(null);
      leaving.abort();
    };
    const end = (next: LoadState<Value>) => {
      // whoever left wants to hear nothing of it, not even that it was broken off
      if (leaving.signal.aborted) return;
      leave.current();
      setState(next);
    };
    setState(now => (now.kind === 'there' ? { ...now, isOutdated: false } : { kind: 'awaited' }));
    from(leaving.signal).then(
      value => end({ kind: 'there', value, isOutdated: false }),
      (thrown: unknown) => end({ kind: 'refused', thrown }),
    );
  }, [from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is a reason to load, though loading does not read it
  useEffect(() => {
    load();
    return () => leave.current();
  }, [load, turn]);
  const stop = useCallback(() => {
    leave.current();
    setState(now => (now.kind === 'there' ? { ...now, isOutdated: true } : { kind: 'left' }));
  }, []);
  return { state, since, load, stop };
}
