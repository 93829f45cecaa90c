/** What the service sends, while it is awaited, when it is there, and when it is refused. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Refusal } from './notice.tsx';

type State<Value> =
  | { readonly kind: 'awaited' }
  | { readonly kind: 'there'; readonly value: Value }
  | { readonly kind: 'refused'; readonly thrown: unknown };

interface Props<Value> {
  readonly from: () => Promise<Value>;
  /** Fetched anew when this changes. */
  readonly turn?: number;
  readonly children: (value: Value) => ReactNode;
}

export function Loading<Value>({ from, turn = 0, children }: Props<Value>) {
  const [state, setState] = useState<State<Value>>({ kind: 'awaited' });
  const load = useCallback(() => {
    let wanted = true;
    from().then(
      value => wanted && setState({ kind: 'there', value }),
      (thrown: unknown) => wanted && setState({ kind: 'refused', thrown }),
    );
    return () => {
      wanted = false;
    };
  }, [from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is a reason to load, though loading does not read it
  useEffect(load, [load, turn]);
  if (state.kind === 'awaited') return <p className="awaited" aria-busy="true" />;
  if (state.kind === 'refused') return <Refusal of={state.thrown} onRetry={load} />;
  return children(state.value);
}
