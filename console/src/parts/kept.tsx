/** What somebody began on a page and finds there again after a look at another one. Gone when they sign out. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const Kept = createContext<Map<string, unknown>>(new Map());

/** Around everything that one person sees: the next one starts anew. */
export function KeptPlaces({ children }: { readonly children: ReactNode }) {
  const [places] = useState(() => new Map<string, unknown>());
  return <Kept.Provider value={places}>{children}</Kept.Provider>;
}

/** A state that outlives its page, under a name of its own. */
export function useKept<Value>(name: string, start: () => Value): readonly [Value, (value: Value) => void] {
  const places = useContext(Kept);
  const [value, setValue] = useState(() => (places.has(name) ? (places.get(name) as Value) : start()));
  const keep = useCallback(
    (next: Value) => {
      places.set(name, next);
      setValue(next);
    },
    [places, name],
  );
  return [value, keep];
}
