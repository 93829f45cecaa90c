/** How long something takes by now, in whole seconds. */
import { useEffect, useState } from 'react';

export function useElapsed(): string {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setSeconds(now => now + 1), 1000);
    return () => clearInterval(ticking);
  }, []);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
