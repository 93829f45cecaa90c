/** Keys of retired samples: whoever retired one, or recovered the ledger, may have died before its key was erased. */
import { Refusal } from '../../vocabulary/index.ts';
import type { Ledger } from '../ledger.ts';

/** Where one cannot be erased now the next opening tries again: nobody asks it any more. */
export function eraseRetired({ keys, state }: Pick<Ledger, 'keys' | 'state'>): void {
  for (const { commitment } of state().retired.values()) {
    try {
      if (commitment !== null) keys.erase(commitment);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
  }
}
