/** What changes, while somebody watches: looked at again and again, and sent only where it differs from before. */
import { setTimeout as pause } from 'node:timers/promises';

export interface ChangePolling {
  readonly everyMilliseconds: number;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Undefined where nothing changed since the last look. */
export async function* changesOf<Seen>(
  look: () => Promise<Seen>,
  watching: ChangePolling,
): AsyncGenerator<Seen | undefined> {
  const { everyMilliseconds, signal } = watching;
  for (let before = ''; !signal.aborted; ) {
    const seen = await look();
    const text = JSON.stringify(seen);
    yield text === before ? undefined : seen;
    before = text;
    await pause(everyMilliseconds, undefined, { signal }).catch(() => {});
  }
}
