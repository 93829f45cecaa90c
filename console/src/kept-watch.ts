/** Watching something over a connection that may be lost, and is then found again by itself. */
import { Refused } from './api.ts';

const AGAIN_MILLISECONDS = 2000;

export interface KeptWatch {
  /** Reads until the stream ends; whether there is more to come. */
  readonly watch: () => Promise<boolean>;
  /** Hears what keeps what is shown from being that of now. */
  readonly complain: (thrown: unknown) => void;
  /** What goes on meanwhile, for the complaint. */
  readonly meanwhile: string;
  readonly signal: AbortSignal;
}

export async function keepWatching({ watch, complain, meanwhile, signal }: KeptWatch): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!(await watch())) return;
    } catch (thrown) {
      if (signal.aborted) return;
      const isLost = !(thrown instanceof Refused) || thrown.code === 'offline';
      complain(isLost ? new Refused('offline', `The service cannot be reached; retrying. ${meanwhile}`) : thrown);
      // a refusal does not go away by itself; a lost connection does
      if (!isLost) return;
    }
    await new Promise(resume => setTimeout(resume, AGAIN_MILLISECONDS));
  }
}
