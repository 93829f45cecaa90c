/** How long something takes by now, in whole seconds. */
import { useEffect, useState } from 'react';

/** `since`: when it began, if that was before it was looked at. */
export function useElapsed(since?: Date): string {
  const [first] = useState(() => new Date());
  const [now, setNow] = useState(first);
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(ticking);
  }, []);
  // where clocks disagree, nothing begins in the future
  const seconds = Math.max(0, Math.floor((now.getTime() - (since ?? first).getTime()) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
